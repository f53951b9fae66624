// Explains why a node waits or has failed, with a button for each action that unblocks it.
import { actionButton, capital } from "./actions.js";
import { el, panel } from "./dom.js";
import { actionGroups, subjectOf } from "./node_actions.js";
import { verbNames } from "./states.js";
import { duration, moment, shown } from "./time.js";

/** An entry of `unblocked_by` as an action; null if no operator can send that request here. `on`: owner and lessee. */
export function actionOf(entry, node, on = null) {
  const [method, path] = (entry.call ?? "").split(" ");
  if (!path || method === "GET" || path.startsWith("/v1/heartbeat/")) return null;
  const target = entry.body?.target;
  const label = path.endsWith("/maintenance") ? "End maintenance"
    : verbNames[target] ?? capital(entry.does);
  return { label, does: entry.does, method, path, body: entry.body, node, on };
}

/** One sentence a line. @param {Object} why  the answer of /why */
export function sentences(why, now = Date.now()) {
  const out = [working(why, now), waiting(why, now)].filter(Boolean);
  if (why.power) out.push(`A power change${why.power.target ? ` to ${why.power.target}` : ""} is running.`);
  if (why.maintenance)
    out.push(`In maintenance${why.maintenance_reason ? `: ${why.maintenance_reason}` : ""}` +
             `${why.fault ? ` (fault: ${why.fault})` : ""}.`);
  if (why.deferred?.length) out.push(`Requests waiting for the power change: ${why.deferred.length}.`);
  if (why.queued) out.push(`Next workflow: ${why.queued}.`);
  if (why.last_error) out.push(`Last error: ${why.last_error}`);
  if (out.length === 0) out.push(`Idle in state ${why.provision_state}. No operation is running.`);
  return out;
}

function working(why, now) {
  const one = why.working;
  if (!one) return null;
  const since = moment(one.started_at);
  const kind = one.kind.replaceAll("_", " ");
  const step = one.step ? `, at step ${one.index + 1} of ${one.steps} (${one.step.interface}.${one.step.step})` : "";
  return (since ? `Workflow ${kind} has run for ${duration(now - since)}` : `Workflow ${kind} is running`) +
    `${step}${one.attempt > 1 ? `, attempt ${one.attempt}` : ""}.` +
    usual(one.usual) +
    `${one.abort_requested ? " Abort requested: the workflow stops after this step." : ""}`;
}

/** The usual duration of the step; "" if too few runs are known. */
function usual(known) {
  if (!known) return "";
  const median = duration(1000 * known.median_seconds);
  return known.overdue
    ? ` Overdue: 99 of 100 such steps end within ${duration(1000 * known.p99_seconds)}, half of them within ${median}.`
    : ` Such a step usually takes ${median}. Expected end: ${shown(moment(known.expected_end))}.`;
}

function waiting(why, now) {
  const one = why.waiting;
  if (!one) return null;
  const since = moment(one.since), until = moment(one.until), poll = moment(one.next_poll);
  return `Waiting for ${one.who}${since ? ` (${duration(now - since)} so far)` : ""}` +
    `${poll ? `, next poll at ${shown(poll)}` : ""}. ` +
    (until ? `On timeout at ${shown(until)} (in ${duration(until - now)}): ${one.on_expiry}.`
           : `No timeout: ${one.on_expiry.replace(/^nothing; /, "")}.`);
}

/** A list item for each way to unblock the node. */
function unblockers(why, node, on, done) {
  return (why.unblocked_by ?? []).map((entry, at) => {
    const action = actionOf(entry, node, on);
    const link = (entry.call ?? "").match(/^GET \/v1\/nodes\/([^/]+)\/why$/);
    return el("li", {},
      el("span", {}, `${capital(entry.who)}: ${entry.does}.`),
      link ? el("a", { href: `#/node/${link[1]}` }, "Open") : null,
      action ? actionButton(action, done, at === 0 ? "primary" : "") : null);
  });
}

/** @param {Object} why @param {Object} node  as the API shows it @param {function()} done  called after an action */
export function whyPanel(why, node, done) {
  const name = why.name || why.uuid;
  const keys = unblockers(why, name, node, done);
  const shown = new Set((why.unblocked_by ?? []).map((entry) => actionOf(entry, name)?.label).filter(Boolean));
  const subject = subjectOf({ ...node, provision_state: why.provision_state, maintenance: why.maintenance,
    power_state: why.power_state });
  const others = actionGroups([subject], done, { without: shown }).filter(Boolean);
  return panel("Why",
    el("div", { class: "why" }, sentences(why).map((text) => el("p", {}, text))),
    keys.length ? el("h3", {}, "To unblock it") : null,
    keys.length ? el("ul", { class: "keys" }, keys) : null,
    others.length ? el("h3", {}, "Other actions") : null, others);
}
