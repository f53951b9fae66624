// The dialog before a change: its form, its API requests and commands, and the result for each node.
import { commandOf } from "./command.js";
import { el, fill, setText } from "./dom.js";
import { Run } from "./jobs.js";
import { toast } from "./toast.js";

const SHOWN = 5; // requests and commands that are listed
const SECRET = new Set(["rescue_password", "configdrive"]);

/** A request as text, without the values of secrets. */
export function callText({ method, path, body }) {
  if (body === undefined) return `${method} ${path}`;
  return `${method} ${path} ${JSON.stringify(body, (key, value) => SECRET.has(key) ? "******" : value)}`;
}

function lines(requests, text) {
  const out = requests.slice(0, SHOWN).map(text);
  if (requests.length > SHOWN) out.push(`… and ${requests.length - SHOWN} more`);
  return out.join("\n");
}

/**
 * @typedef {Object} Field
 * @property {string} name
 * @property {string} label
 * @property {string} [type]     "text", "password", "textarea"
 * @property {string} [help]
 * @property {?string} [need]    why the user may not fill it in
 * @property {boolean} [required]
 */

function inputOf(field, changed) {
  const id = `field-${field.name}`;
  const common = { id, spellcheck: "false", autocomplete: field.type === "password" ? "new-password" : "off",
    required: field.required, disabled: Boolean(field.need), "aria-describedby": `${id}-help`, oninput: changed,
    value: field.value ?? "" };
  const input = field.type === "textarea" ? el("textarea", { class: "code", rows: "4", ...common })
    : el("input", { type: field.type ?? "text", ...common });
  return { input, root: el("p", { class: "field" }, el("label", { for: id }, field.label), input,
    el("small", { id: `${id}-help`, class: "muted" }, field.need ?? field.help ?? "")) };
}

/**
 * Opens the dialog. Escape and Cancel send nothing.
 * @param {Object} what
 * @param {string} what.label
 * @param {string} what.does            a sentence
 * @param {Field[]} [what.fields]
 * @param {function(Object): Array} what.jobs  {node, requests} for the form's values; throws if a value is wrong
 * @param {function()} what.done        called after requests were sent
 */
export function openDialog(what) {
  new ActionDialog(what).open();
}

class ActionDialog {
  constructor(what) {
    this.what = what;
    this.run = null;
    this.from = document.activeElement;
    this.build();
    this.preview();
  }

  build() {
    const { label, does, fields = [] } = this.what;
    const changed = () => this.preview();
    this.inputs = fields.map((field) => [field, inputOf(field, changed)]);
    this.problem = el("p", { class: "problem", role: "alert", hidden: true });
    this.calls = el("pre", { class: "code", id: "confirm-call", tabindex: "0", "aria-label": "API request" });
    this.commands = el("pre", { class: "code", id: "confirm-command", tabindex: "0",
      "aria-label": "Equivalent command" });
    this.summary = el("p", { class: "muted", role: "status", hidden: true });
    this.results = el("ul", { class: "results", "aria-label": "Results", hidden: true });
    this.yes = el("button", { type: "submit", class: "action primary" }, label);
    this.no = el("button", { type: "button", class: "quiet", onclick: () => this.cancel() }, "Cancel");
    this.form = el("form", { method: "dialog", novalidate: true },
      el("h2", { id: "confirm-title" }, `${label}?`), el("p", {}, does),
      this.inputs.map(([, made]) => made.root),
      el("h3", {}, "API request"), this.calls, el("h3", {}, "Equivalent command"), this.commands,
      this.problem, this.summary, this.results, el("div", { class: "buttons" }, this.no, this.yes));
    this.dialog = el("dialog", { "aria-labelledby": "confirm-title" }, this.form);
    this.form.addEventListener("submit", (event) => this.submit(event));
    this.dialog.addEventListener("close", () => this.close());
  }

  open() {
    document.body.append(this.dialog);
    this.dialog.showModal();
    (this.inputs.find(([field]) => !field.need)?.[1].input ?? this.yes).focus();
  }

  close() {
    this.run?.stop();
    this.dialog.remove();
    if (this.from?.isConnected) this.from.focus();
  }

  cancel() {
    if (!this.running) return this.dialog.close();
    this.run.stop();
    setText(this.no, "Stopping …");
  }

  values() {
    const out = {};
    for (const [field, { input }] of this.inputs) {
      out[field.name] = field.type === "password" ? input.value : input.value.trim();
      if (field.required && !out[field.name].trim()) throw new Error(`${field.label} is required.`);
    }
    return out;
  }

  show(problem) {
    this.problem.hidden = !problem;
    fill(this.problem, problem);
  }

  /** Shows the requests for the form's values. An empty required field is no problem before the first try. */
  preview() {
    this.run = null;
    try {
      const jobs = this.what.jobs(this.values());
      const requests = jobs.flatMap((job) => job.requests);
      setText(this.calls, lines(requests, callText));
      setText(this.commands, lines(requests, commandOf));
      this.show(null);
      return jobs;
    } catch (failure) {
      setText(this.calls, "–");
      setText(this.commands, "–");
      this.show(this.tried || !/ is required\.$/.test(failure.message) ? failure.message : null);
      return null;
    }
  }

  async submit(event) {
    event.preventDefault();
    if (this.running) return;
    this.tried = true;
    const jobs = this.run?.jobs ?? this.preview();
    if (!jobs) return this.inputs[0]?.[1].input.focus();
    this.run = new Run(jobs, () => this.showResults());
    this.setRunning(true);
    await this.run.start();
    this.setRunning(false);
    this.finish();
  }

  setRunning(yes) {
    this.running = yes;
    this.yes.disabled = yes;
    for (const [field, { input }] of this.inputs) input.disabled = yes || Boolean(field.need);
    setText(this.no, yes && this.run.jobs.length > 1 ? "Stop" : "Cancel");
  }

  finish() {
    const { jobs } = this.run;
    this.what.done();
    const open = jobs.filter((job) => job.state !== "done");
    if (open.length === 0) {
      toast(jobs.length > 1 ? `Accepted for ${jobs.length} nodes.` : `Accepted: ${callText(jobs[0].requests.at(-1))}`);
      return this.dialog.close();
    }
    if (jobs.length === 1) this.show(jobs[0].reason);
    else {
      setText(this.yes, `Retry for ${open.length}`);
      setText(this.no, "Close");
    }
    this.yes.focus();
  }

  showResults() {
    const { jobs } = this.run;
    if (jobs.length === 1) return;
    this.results.hidden = this.summary.hidden = false;
    setText(this.summary, ["done", "failed", "stopped"].map((state) => `${this.run.count(state)} ${state}`).join(", ") +
      ` of ${jobs.length}`);
    fill(this.results, jobs.map((job) => el("li", { "data-state": job.state },
      el("b", {}, job.node ?? job.requests[0].path), ` ${job.state}`, job.reason ? `: ${job.reason}` : "")));
  }
}
