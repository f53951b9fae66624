// Keys that work in all views, and the dialog that lists them.
import { el } from "./dom.js";
import { go, readAddress } from "./router.js";

const LIST = [
  ["/", "search"],
  ["↑ ↓ or k j, Page, Home, End", "move in the list"],
  ["Enter", "open the node"],
  ["Space, Shift with arrows, Ctrl+A", "select nodes; Escape selects none"],
  ["a", "actions for the selected nodes"],
  ["Escape", "back to the list; close a dialog"],
  ["1 2 3 4", "Fleet, Why, Rules, Workers"],
  ["t", "colours: auto, light, dark"],
  ["?", "show these keys"],
];

export function showKeys() {
  if (document.querySelector("dialog[open]")) return;
  const close = el("button", { class: "action primary", type: "button", onclick: () => dialog.close() }, "Close");
  const dialog = el("dialog", { "aria-label": "Keys" },
    el("h2", {}, "Keys"),
    el("dl", { class: "facts" }, LIST.map(([key, does]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, does)])),
    el("div", { class: "buttons" }, close));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}

function isTyping(target) {
  return target.matches?.("input, textarea, select, [contenteditable]");
}

function search() {
  if (readAddress().path[0] !== "fleet") go("/fleet");
  requestAnimationFrame(() => document.getElementById("search")?.focus());
}

/** Escape: leaves a field, otherwise a node's page. */
function back(event) {
  if (isTyping(event.target)) {
    event.preventDefault(); // otherwise the browser clears a search field
    return event.target.blur();
  }
  if (readAddress().path[0] === "node") history.length > 1 ? history.back() : go("/fleet");
}

/** @param {{ theme: function() }} others */
export function startKeys({ theme }) {
  const keys = { "/": search, "?": showKeys, t: theme, 1: () => go("/fleet"), 2: () => go("/why"),
    3: () => go("/rules"), 4: () => go("/workers") };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") return back(event);
    if (isTyping(event.target) || !(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  });
}
