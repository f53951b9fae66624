// Buttons that change something. Each shows its API requests and sends them after a confirmation.
import { call } from "./api.js";
import { commandOf } from "./command.js";
import { el, fill, setText } from "./dom.js";

/**
 * @typedef {Object} Action
 * @property {string} label   text of the button
 * @property {string} does    the effect, as a predicate: "deletes the rule"
 * @property {string} method
 * @property {string} path
 * @property {Object} [body]
 * @property {string} [node]  name of the node, for the equivalent command
 */

let readOnly = true; // until /v1/access has answered

export function setReadOnly(yes) {
  readOnly = yes;
  document.body.classList.toggle("read-only", yes);
}

/** A button for one or several actions; null for read-only users. @param {Action|Action[]} actions */
export function actionButton(actions, done = () => {}, style = "") {
  if (readOnly) return null;
  const list = [actions].flat();
  const label = list.length > 1 ? `${list[0].label} (${list.length})` : list[0].label;
  return el("button", { type: "button", class: `action ${style}`, "aria-haspopup": "dialog",
    title: callText(list[0]), onclick: () => confirm(list, label, done) }, label);
}

export function callText({ method, path, body }) {
  return `${method} ${path}${body ? ` ${JSON.stringify(body)}` : ""}`;
}

const SHOWN = 5; // requests and commands listed for a group

function lines(list, text) {
  const out = list.slice(0, SHOWN).map(text);
  if (list.length > SHOWN) out.push(`… and ${list.length - SHOWN} more`);
  return out.join("\n");
}

/** Opens the confirmation dialog. Escape and Cancel send nothing. */
function confirm(list, label, done) {
  const problem = el("p", { class: "problem", role: "alert", hidden: true });
  const yes = el("button", { type: "submit", class: "action primary" }, label);
  const no = el("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Cancel");
  const form = el("form", { method: "dialog" },
    el("h2", { id: "confirm-title" }, `${label}?`),
    el("p", {}, sentence(list)),
    el("h3", {}, "API request"),
    el("pre", { class: "code", id: "confirm-call" }, lines(list, callText)),
    el("h3", {}, "Equivalent command"),
    el("pre", { class: "code", id: "confirm-command" }, lines(list, commandOf)),
    problem, el("div", { class: "buttons" }, no, yes));
  const dialog = el("dialog", { "aria-labelledby": "confirm-title" }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    yes.disabled = true;
    const failure = await perform(list, (at) => setText(yes, list.length > 1 ? `${at} of ${list.length}` : label));
    yes.disabled = false;
    setText(yes, label);
    if (!failure) dialog.close();
    problem.hidden = !failure;
    fill(problem, failure);
    done();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  yes.focus();
}

function sentence(list) {
  const { does, node } = list[0];
  return list.length > 1 ? `${capital(does)}, for ${list.length} nodes, one at a time.`
    : `${node ? `${node}: ` : ""}${node ? does : capital(does)}.`;
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Sends the requests and stops at the first failure. @returns {Promise<?string>} its text, or null */
async function perform(list, progress) {
  let at = 0;
  try {
    for (const { method, path, body } of list) {
      await call(method, path, body);
      at += 1;
      progress(at);
    }
    toast(list.length > 1 ? `${list.length} requests accepted.` : `Accepted: ${callText(list[0])}`);
    return null;
  } catch (failure) {
    const which = list.length > 1 ? `${list[at].node ?? ""} (${at + 1} of ${list.length}): ` : "";
    return `${which}${failure.message}`;
  }
}

const TOAST_MS = 6000;

/** Shows a text for TOAST_MS; screen readers announce it. */
export function toast(text, style = "") {
  const one = el("div", { class: `toast ${style}` }, text);
  document.getElementById("toasts").append(one);
  setTimeout(() => one.remove(), TOAST_MS);
}
