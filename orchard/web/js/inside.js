import { h } from "./dom.js";
export class InsideView { constructor(app) { this.app = app; this.element = h("div", {}); } show() {} hide() {} }
