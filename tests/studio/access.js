// Run in the page: what is wrong with roles, names, ids and contrast, as a list of words.
() => {
  const problems = [];
  const shown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.getClientRects().length > 0;
  const describe = (element) => {
    const text = (element.textContent ?? "").trim().slice(0, 30);
    return `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} "${text}"`;
  };

  // every control has a name
  const nameOf = (element) => {
    const by = element.getAttribute("aria-labelledby");
    if (by)
      return by
        .split(" ")
        .map((id) => document.getElementById(id)?.textContent ?? "")
        .join(" ")
        .trim();
    return (
      (element.getAttribute("aria-label") ?? "").trim() ||
      [...(element.labels ?? [])]
        .map((label) => label.textContent)
        .join(" ")
        .trim() ||
      (element.matches("input, select, textarea") ? "" : element.textContent.trim()) ||
      (element.querySelector("img[alt]")?.alt ?? "").trim()
    );
  };
  const roles = ["button", "gridcell", "grid", "region", "img"].map((role) => `[role=${role}]`);
  const named = ["a[href]", "button", "input", "select", "textarea", "dialog", ...roles].join(", ");
  for (const element of document.querySelectorAll(named))
    if ((shown(element) || element.matches("input")) && !nameOf(element))
      problems.push(`no name: ${describe(element)}`);
  for (const image of document.querySelectorAll("img:not([alt])")) problems.push(`no alt: ${image.src}`);

  // a page has one main, a language, a title, and no id twice
  if (document.querySelectorAll("main").length !== 1) problems.push("not one main");
  if (!document.documentElement.lang || !document.title) problems.push("no language or title");
  if (!document.querySelector("h1")) problems.push("no heading");
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) problems.push(`id twice: ${id}`);

  // roles stand where they must
  for (const row of document.querySelectorAll("[role=row]"))
    if (!row.closest("[role=grid]")) problems.push("row outside a grid");
  for (const cell of document.querySelectorAll("[role=gridcell]"))
    if (!cell.closest("[role=row]")) problems.push("cell outside a row");
  for (const grid of document.querySelectorAll("[role=grid]"))
    if (shown(grid) && grid.querySelectorAll('[role=gridcell][tabindex="0"]').length !== 1)
      problems.push("a grid needs one way in");

  // text stands out from what is behind it: 4.5 to 1, or 3 to 1 when large (WCAG AA)
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = "#000";
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => {
      v /= 255;
      return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none") return null; // a picture: judged by eye
      const color = rgba(style.backgroundColor);
      if (color[3] > 0) layers.push(color);
      if (color[3] === 1) break;
    }
    return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255, 1]);
  };
  const open = document.querySelector("dialog[open]");
  const walk = document.createTreeWalker(open ?? document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    if (!walk.currentNode.textContent.trim() || seen.has(element) || !shown(element)) continue;
    seen.add(element);
    if (element.closest("button:disabled, select:disabled, .unseen, .skip, .toast, option")) continue;
    const style = getComputedStyle(element);
    const ground = behind(element);
    if (!ground) continue;
    const ink = over(rgba(element instanceof SVGElement ? style.fill : style.color), ground);
    const [a, b] = [light(ink), light(ground)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) problems.push(`contrast ${ratio.toFixed(2)}: ${describe(element)}`);
  }
  return problems;
};
