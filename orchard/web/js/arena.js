import { h } from "./dom.js";
export class ArenaView { constructor(app) { this.app = app; this.element = h("div", {}); } show() {} hide() {} }
