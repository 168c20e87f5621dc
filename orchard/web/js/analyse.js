import { h } from "./dom.js";
export class AnalyseView { constructor(app) { this.app = app; this.element = h("div", {}); } show() {} hide() {} }
