import { h } from "./dom.js";
export class ReviewView { constructor(app) { this.app = app; this.element = h("div", {}); } show() {} hide() {} }
