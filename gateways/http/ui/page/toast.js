// Short messages at the edge of the page.
import { el } from "./dom.js";

const TOAST_MS = 6000;

/** Shows a text for TOAST_MS; screen readers announce it. */
export function toast(text, style = "") {
  const one = el("div", { class: `toast ${style}` }, text);
  document.getElementById("toasts").append(one);
  setTimeout(() => one.remove(), TOAST_MS);
}
