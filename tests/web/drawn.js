// Search trees as a JSON list on standard input; the line of moves that the page marks in each, on standard output.

import { readFileSync } from "node:fs";
import { layout, principal } from "../../orchard/web/js/layout.js";

const marked = (tree) => [...principal(layout(tree).entries)].at(-1).path;
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf-8")).map(marked)));
