// The search of a story on the reader's own last game: the one that is open, else the last one finished in this browser.

import { get } from "./connection.js";
import { loadTree } from "./load.js";
import { ownerOf } from "./owner.js";

/** Step through the search of a player in Look inside; false where there is no game yet. */
export async function sameOnLastGame(app, player) {
  if (!app.tree.root.children.length && !(await openLastGame(app))) return false;
  await app.go("inside");
  await app.view.follow(player);
  return true;
}

async function openLastGame(app) {
  const { games } = await get(`database/games?owner=${ownerOf(app)}&limit=1`);
  if (!games.length) return false;
  const { game, start, transcript } = await get(`database/games/${encodeURIComponent(games[0].id)}`);
  app.openPasted(await loadTree(app, await app.games.ask(game), { moves: transcript, start }));
  return true;
}
