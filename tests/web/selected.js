// For a trace of playouts on standard input: how many children were selected, and how many of them had the largest sum
// of mean and bonus among their siblings by the page's own formula.

import { readFileSync } from "node:fs";
import { grow, pull } from "../../orchard/web/js/steps.js";

const trace = JSON.parse(readFileSync(0, "utf-8"));
let [selected, largest] = [0, 0];
trace.steps.forEach((step, n) => {
  if (step.kind !== "select") return;
  const { nodes } = grow(trace, n);
  for (const id of step.path.slice(1)) {
    const sum = (node) => {
      const { mean, bonus } = pull(node, trace.c);
      return mean + bonus;
    };
    const node = nodes.get(id);
    const most = Math.max(...node.parent.children.map(sum));
    selected += 1;
    largest += sum(node) >= most - 1e-4 || sum(node) === Infinity ? 1 : 0; // priors are sent with six digits
  }
});
console.log(JSON.stringify({ selected, largest }));
