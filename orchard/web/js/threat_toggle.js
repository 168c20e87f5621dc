// The threat overlay of a board, loaded where a game has threats.

import { Later, withStyles } from "./parts.js";

export class ThreatToggle extends Later {
  #app;

  constructor(app, board) {
    super(async () => {
      const { ThreatOverlay } = await withStyles(import("./threats.js"), "threats");
      const overlay = new ThreatOverlay(app, board);
      board.after(overlay.legend);
      return overlay;
    });
    this.#app = app;
  }

  /** Draw what belongs to the position that the page shows; `isWanted` says whether it still shows one. */
  draw(isWanted = () => true) {
    const { tree } = this.#app;
    const draw = (overlay) => tree === this.#app.tree && isWanted() && overlay.show(tree.current);
    if (this.#isKnown) this.use(draw);
    else this.part?.show(tree.current);
  }

  /** Also where the overlay is still on its way. */
  toggle() {
    if (this.#isKnown) this.use((overlay) => overlay.toggle());
  }

  get #isKnown() {
    return Boolean(this.#app.factsOf(this.#app.tree.game).threats);
  }

  /** While the board shows no position of the game. */
  rest() {
    this.part?.rest();
  }
}
