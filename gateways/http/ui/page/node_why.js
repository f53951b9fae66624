// Why a node does not go on, in words, with the button that unblocks it.
import { actionButton, capital } from "./actions.js";
import { el, panel } from "./dom.js";
import { restingVerbs, verbNames } from "./states.js";
import { duration, moment, shown } from "./time.js";

/** "PUT /v1/…" of /why as an action; null where it is none that an operator makes here. */
export function actionOf(entry, node) {
  const [method, path] = (entry.call ?? "").split(" ");
  if (!path || method === "GET" || path.startsWith("/v1/heartbeat/")) return null;
  const target = entry.body?.target;
  const label = path.endsWith("/maintenance") ? "End maintenance"
    : verbNames[target] ?? capital(entry.does);
  return { label, does: entry.does, method, path, body: entry.body, node };
}

/** The sentences, one a line. @param {Object} why  the answer of /why */
export function sentences(why, now = Date.now()) {
  const out = [working(why, now), waiting(why, now)].filter(Boolean);
  if (why.power) out.push(`Its power is being changed${why.power.target ? ` to ${why.power.target}` : ""}.`);
  if (why.maintenance)
    out.push(`It is in maintenance${why.maintenance_reason ? `: ${why.maintenance_reason}` : ""}` +
             `${why.fault ? ` (fault: ${why.fault})` : ""}.`);
  if (why.deferred?.length) out.push(`${why.deferred.length} requests wait for the change of power.`);
  if (why.queued) out.push(`Afterwards begins: ${why.queued}.`);
  if (why.last_error) out.push(`What failed last: ${why.last_error}`);
  if (out.length === 0) out.push(`It rests in ${why.provision_state}, and waits for nothing.`);
  return out;
}

function working(why, now) {
  const one = why.working;
  if (!one) return null;
  const since = moment(one.started_at);
  const kind = one.kind.replaceAll("_", " ");
  const step = one.step ? `, at step ${one.index + 1} of ${one.steps} (${one.step.interface}.${one.step.step})` : "";
  return (since ? `It has been in the workflow ${kind} for ${duration(now - since)}` : `It is in the workflow ${kind}`) +
    `${step}${one.attempt > 1 ? `, attempt ${one.attempt}` : ""}.` +
    usual(one.usual) +
    `${one.abort_requested ? " It ends after this step, as somebody has asked to abort." : ""}`;
}

/** What runs of the same step have taken, where enough are known. */
function usual(known) {
  if (!known) return "";
  const median = duration(1000 * known.median_seconds);
  return known.overdue
    ? ` It is overdue: 99 of 100 such steps take less than ${duration(1000 * known.p99_seconds)}, half of them ${median}.`
    : ` Such a step takes ${median} as a rule, so it should end at ${shown(moment(known.expected_end))}.`;
}

function waiting(why, now) {
  const one = why.waiting;
  if (!one) return null;
  const since = moment(one.since), until = moment(one.until), poll = moment(one.next_poll);
  return (since ? `It has waited for ${one.who} for ${duration(now - since)}` : `It waits for ${one.who}`) +
    `${poll ? `, who is asked next at ${shown(poll)}` : ""}. ` +
    (until ? `If nothing comes by ${shown(until)}, ${duration(until - now)} from now, ${one.on_expiry}.`
           : `The wait has no end of its own: ${one.on_expiry.replace(/^nothing[;:] /, "")}.`);
}

/** Who can help, an item each. */
function unblockers(why, node, done) {
  return (why.unblocked_by ?? []).map((entry, at) => {
    const action = actionOf(entry, node);
    const link = (entry.call ?? "").match(/^GET \/v1\/nodes\/([^/]+)\/why$/);
    return el("li", {},
      el("span", {}, `${capital(entry.who)}: ${entry.does}.`),
      link ? el("a", { href: `#/node/${link[1]}` }, "Open") : null,
      action ? actionButton(action, done, at === 0 ? "primary" : "") : null);
  });
}

/** What else may be asked of a node that rests. */
function verbs(why, done) {
  const node = why.name || why.uuid;
  const root = `/v1/nodes/${why.uuid}`;
  const states = (restingVerbs[why.provision_state] ?? []).map((target) => ({
    label: verbNames[target], does: `asks the node for ${target}`, method: "PUT",
    path: `${root}/states/provision`, body: { target }, node }));
  const power = why.power_state === "power on" ? ["power off", "rebooting"] : ["power on"];
  const others = power.map((target) => ({ label: capital(target === "rebooting" ? "reboot" : target),
    does: `changes the power: ${target}`, method: "PUT", path: `${root}/states/power`, body: { target }, node }));
  if (!why.maintenance)
    others.push({ label: "Maintenance", does: "begins maintenance: the service leaves the machine alone",
      method: "PUT", path: `${root}/maintenance`, body: { reason: "by the fleet page" }, node });
  return [...states, ...others].map((action) => actionButton(action, done));
}

/** @param {Object} why @param {function()} done  called when an action was made */
export function whyPanel(why, done) {
  const node = why.name || why.uuid;
  const keys = unblockers(why, node, done);
  const others = verbs(why, done).filter(Boolean);
  return panel("Why",
    el("div", { class: "why" }, sentences(why).map((text) => el("p", {}, text))),
    keys.length ? el("h3", {}, "What unblocks it") : null,
    keys.length ? el("ul", { class: "keys" }, keys) : null,
    others.length ? el("h3", {}, "What else may be asked") : null,
    others.length ? el("div", { class: "buttons left" }, others) : null);
}
