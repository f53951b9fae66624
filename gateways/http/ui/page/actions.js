// Buttons that change something. Each shows its API requests and sends them after a confirmation.
import { openDialog } from "./action_dialog.js";
import { el } from "./dom.js";
import { lackingRule, needText, rulesOfRequest } from "./rights.js";
import { toast } from "./toast.js";

/**
 * @typedef {Object} Action
 * @property {string} label   text of the button
 * @property {string} does    the effect, as a predicate: "deletes the rule"
 * @property {string} method
 * @property {string} path
 * @property {Object} [body]
 * @property {string} [node]  name of the node, for the equivalent command
 * @property {Object} [on]    the node with owner and lessee, for the user's rights on it
 */

/** A button for one or several actions. Disabled, with its reason, if the user lacks a right. */
export function actionButton(actions, done = () => {}, style = "") {
  const list = [actions].flat();
  const label = list.length > 1 ? `${list[0].label} (${list.length})` : list[0].label;
  const lacking = list.map((one) => lackingRule(rulesOfRequest(one), one.on ?? null)).find(Boolean);
  return rightfulButton(label, lacking, style, () => openDialog({
    label, does: sentence(list), done,
    jobs: () => list.map(({ node, method, path, body }) => ({ node, requests: [{ node, method, path, body }] })),
  }));
}

/** A button that opens a dialog; without the right it only says what it needs. @param {?string} lacking  a rule */
export function rightfulButton(label, lacking, style, open) {
  const need = lacking ? needText(lacking) : null;
  return el("button", { type: "button", class: `action ${style}`, "aria-haspopup": need ? null : "dialog",
    "aria-disabled": need ? "true" : null, "aria-description": need, title: need,
    onclick: () => need ? toast(need, "bad") : open() }, label);
}

function sentence(list) {
  const { does, node } = list[0];
  return list.length > 1 ? `${capital(does)}, for ${list.length} nodes.`
    : `${node ? `${node}: ` : ""}${node ? does : capital(does)}.`;
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
