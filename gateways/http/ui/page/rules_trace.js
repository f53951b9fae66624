// Shows the report of a trial of inspection rules.
import { el, empty } from "./dom.js";

function mark(held) {
  return el("span", { class: "verdict", "data-held": String(held) }, held ? "met" : "not met");
}

function conditionItem(one) {
  const turns = (one.turns ?? []).map((turn) => el("li", {},
    mark(turn.held), " ", el("code", {}, JSON.stringify(turn.arguments ?? turn))));
  return el("li", {}, el("code", {}, one.op), " ", mark(one.held), turns.length ? el("ul", {}, turns) : null);
}

function valueText(value) {
  return value === undefined ? "–" : JSON.stringify(value);
}

function actionItem(one) {
  const changes = (one.changes ?? []).map((change) => el("li", {},
    el("code", {}, change.where), ": ",
    el("del", {}, valueText(change.before)), " → ", el("ins", {}, valueText(change.after))));
  const text = changes.length ? null : el("span", { class: "muted" }, " no change");
  return el("li", {}, el("code", {}, one.op), text, changes.length ? el("ul", {}, changes) : null);
}

function ruleBox(rule, nameOf) {
  const state = rule.error ? "failed" : rule.applied ? "applied" : "skipped";
  return el("article", { class: "trace", "data-state": state },
    el("header", {}, el("strong", {}, nameOf(rule.uuid)), el("span", { class: "chip", "data-kind":
      { failed: "failed", applied: "active", skipped: "idle" }[state] }, state)),
    rule.error ? el("p", { class: "problem" }, rule.error) : null,
    rule.sensitive ? empty("This rule is sensitive: its conditions and actions are hidden.") : null,
    rule.conditions?.length ? el("div", {}, el("h4", {}, "Conditions"), el("ul", {}, rule.conditions.map(conditionItem))) : null,
    rule.actions?.length ? el("div", {}, el("h4", {}, "Actions"), el("ul", {}, rule.actions.map(actionItem))) : null);
}

function phaseBox(phase, nameOf) {
  const logs = (phase.logs ?? []).map((line) => el("li", {}, typeof line === "string" ? line
    : `${line.level ?? ""} ${line.message ?? line.text ?? JSON.stringify(line)}`));
  return el("section", {},
    el("h3", {}, `Phase ${phase.phase}`),
    phase.error ? el("p", { class: "problem" }, phase.error) : null,
    phase.rules?.length ? phase.rules.map((rule) => ruleBox(rule, nameOf)) : empty("No rule ran."),
    logs.length ? el("div", {}, el("h4", {}, "Log"), el("ul", {}, logs)) : null);
}

/**
 * @param {{ error: ?string, phases: Object[] }} report
 * @param {function(string): string} nameOf  the display name of a rule, by UUID
 */
export function traceOf(report, nameOf) {
  return el("div", { class: "traces" },
    report.error ? el("p", { class: "problem", role: "alert" }, `The inspection would fail: ${report.error}`)
                 : el("p", { class: "good" }, "The inspection would continue."),
    (report.phases ?? []).map((phase) => phaseBox(phase, nameOf)));
}
