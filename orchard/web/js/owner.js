// The name under which this browser finds its own games again: made up once, and kept here.

export function ownerOf(app) {
  const known = app.recall("browser");
  if (known) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  app.remember("browser", made);
  return made;
}
