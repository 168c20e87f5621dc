// A clock that takes steps until it is stopped, or until what it drives is no longer on the page.

export class Pace {
  #timer = null;

  /** @param {Element} element what is driven  @param {() => boolean} step takes one; false where there is none left */
  constructor(element, step) {
    Object.assign(this, { element, step });
  }

  get isRunning() {
    return this.#timer !== null;
  }

  /** So many steps a second, from now on. */
  start(perSecond) {
    this.stop();
    this.#timer = setInterval(() => {
      if (!this.element.isConnected || !this.step()) this.stop();
    }, 1000 / perSecond);
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = null;
  }
}
