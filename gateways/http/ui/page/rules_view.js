// Inspection rules: list, edit, try on inspection data, save.
import { actionButton } from "./actions.js";
import { call, get } from "./api.js";
import { el, empty, fill, panel, setAttribute, setText } from "./dom.js";
import { isGranted, needText } from "./rights.js";
import { traceOf } from "./rules_trace.js";

const EDITED = ["description", "priority", "phase", "scope", "sensitive", "conditions", "actions"];
const PHASES = ["early", "preprocess", "main"];
const FRESH = { description: "A new rule", priority: 0, phase: "main", scope: null, sensitive: false,
  conditions: [{ op: "gt", args: ["{inventory[memory][physical_mb]}", 2048] }],
  actions: [{ op: "set-attribute", args: ["/extra/size", "big"] }] };

/** A rule as readable JSON: one condition or action a line. */
function ruleText(rule) {
  const lines = EDITED.filter((name) => name in rule).map((name) => {
    const value = rule[name];
    const text = Array.isArray(value) && value.length > 0
      ? `[\n    ${value.map((one) => JSON.stringify(one)).join(",\n    ")}\n  ]` : JSON.stringify(value);
    return `  ${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${lines.join(",\n")}\n}`;
}

export class RulesView {
  constructor(page) {
    this.page = page;
    this.rules = [];
    this.chosen = null; // null: a new rule
    this.build();
  }

  build() {
    this.names = el("ul", { class: "menu", "aria-label": "Inspection rules" });
    this.editor = el("textarea", { class: "code", rows: "16", spellcheck: "false", "aria-label": "The rule, as JSON",
      oninput: () => this.changed() });
    this.problem = el("p", { class: "problem", role: "alert", hidden: true });
    this.buttons = el("div", { class: "buttons left" });
    this.node = el("input", { id: "trial-node", placeholder: "node: name or UUID", autocomplete: "off",
      spellcheck: "false" });
    this.inventory = el("textarea", { class: "code", rows: "6", spellcheck: "false", id: "trial-inventory",
      placeholder: "empty: the data of the node's last inspection" });
    this.which = el("select", { id: "trial-which" }, el("option", { value: "edited" }, "the rule in the editor"),
      el("option", { value: "all" }, "all stored rules"));
    this.phases = PHASES.map((name) => el("input", { type: "checkbox", id: `phase-${name}`, value: name }));
    for (const box of this.phases.slice(1)) box.checked = true;
    this.hooks = el("input", { type: "checkbox", id: "trial-hooks" });
    this.result = el("div", { "aria-live": "polite" }, empty("No trial yet."));
    this.root = el("div", { class: "page" }, el("h1", {}, "Inspection rules"),
      el("div", { class: "rules" }, panel("Rules", this.names), panel("Rule", this.editor, this.problem, this.buttons),
        this.trialPanel(), panel("Trace", this.result)));
  }

  trialPanel() {
    const rule = "baremetal:inspection_rule:create"; // a trial is a POST
    const may = isGranted(rule);
    const field = (label, input) => el("p", { class: "field" }, el("label", { for: input.id }, label), input);
    return panel("Try", el("p", { class: "muted" }, "A trial changes nothing."),
      field("Rules", this.which), field("Node", this.node), field("Inventory, as JSON", this.inventory),
      el("p", { class: "checks" }, this.phases.map((box) => [box, el("label", { for: box.id }, box.value)]),
        this.hooks, el("label", { for: "trial-hooks" }, "run hooks too")),
      el("button", { type: "button", class: "action primary", id: "try", disabled: !may,
        onclick: () => this.runTrial() }, "Try"),
      may ? null : el("p", { class: "muted" }, needText(rule)));
  }

  open() {
    this.choose(null);
    this.load();
  }

  close() {}

  async load() {
    try {
      const answer = await get("/v1/inspection_rules?detail=true");
      this.rules = answer.inspection_rules;
    } catch (failure) {
      return this.showProblem(failure.message);
    }
    fill(this.names,
      this.rules.map((rule) => el("li", {}, el("button", { type: "button", class: "quiet", "data-uuid": rule.uuid,
        onclick: () => this.choose(rule) }, rule.description || rule.uuid,
      el("small", {}, `${rule.phase ?? "main"} · ${rule.priority}${rule.built_in ? " · built in" : ""}`)))),
      el("li", {}, el("button", { type: "button", class: "quiet", onclick: () => this.choose(null) }, "+ new rule")));
    this.choose(this.chosen);
    if (this.rules.length === 0) this.names.prepend(el("li", { class: "muted" }, "No rules yet."));
  }

  choose(rule) {
    this.chosen = rule;
    const shown = rule ?? FRESH;
    this.editor.value = ruleText(shown);
    for (const button of this.names.querySelectorAll("button"))
      setAttribute(button, "aria-current", (button.dataset.uuid ?? null) === (rule?.uuid ?? null) ? "true" : null);
    this.editor.readOnly = Boolean(rule?.built_in);
    this.changed();
  }

  showProblem(text) {
    this.problem.hidden = !text;
    setText(this.problem, text ?? "");
  }

  /** The rule in the editor; null if it is not JSON, and then shows the problem. */
  read() {
    try {
      const rule = JSON.parse(this.editor.value);
      this.showProblem(null);
      return rule;
    } catch (failure) {
      this.showProblem(`The rule is not valid JSON: ${failure.message}`);
      return null;
    }
  }

  changed() {
    const rule = this.read();
    fill(this.buttons, rule && !this.chosen?.built_in ? this.saveButton(rule) : null,
      this.chosen && !this.chosen.built_in ? actionButton({ label: "Delete", does: "deletes the rule",
        method: "DELETE", path: `/v1/inspection_rules/${this.chosen.uuid}` }, () => this.saved()) : null);
  }

  saveButton(rule) {
    if (!this.chosen)
      return actionButton({ label: "Create", does: "creates the rule; later inspections apply it", method: "POST",
        path: "/v1/inspection_rules", body: rule }, () => this.saved(), "primary");
    const patch = Object.entries(rule)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(this.chosen[name]))
      .map(([name, value]) => ({ op: "replace", path: `/${name}`, value }));
    if (patch.length === 0) return null;
    return actionButton({ label: "Save", does: "changes the rule; later inspections apply the change", method: "PATCH",
      path: `/v1/inspection_rules/${this.chosen.uuid}`, body: patch }, () => this.saved(), "primary");
  }

  async saved() {
    const uuid = this.chosen?.uuid;
    await this.load();
    this.choose(this.rules.find((rule) => rule.uuid === uuid) ?? null);
  }

  request() {
    const out = { phases: this.phases.filter((box) => box.checked).map((box) => box.value), hooks: this.hooks.checked };
    if (this.node.value.trim()) out.node = this.node.value.trim();
    if (this.inventory.value.trim()) out.inventory = JSON.parse(this.inventory.value);
    if (this.which.value === "edited") out.rules = [JSON.parse(this.editor.value)];
    return out;
  }

  nameOf(uuid) {
    const known = this.rules.find((rule) => rule.uuid === uuid);
    return known ? known.description || uuid : "The rule in the editor";
  }

  async runTrial() {
    fill(this.result, empty("Trying …"));
    try {
      const report = await call("POST", "/v1/inspection_rules/test", this.request());
      fill(this.result, traceOf(report, (uuid) => this.nameOf(uuid)));
    } catch (failure) {
      fill(this.result, el("p", { class: "problem", role: "alert" }, failure.message));
    }
  }
}
