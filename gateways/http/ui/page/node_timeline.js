// A node's history: its states, and its workflows with the duration of each step.
import { el, empty } from "./dom.js";
import { reasonOf } from "./row_cells.js";
import { kindOf } from "./states.js";
import { duration, moment, shown } from "./time.js";

const STATES = 12; // number of states in the strip, newest last

/** The node's states, from its events, oldest first. @returns {Array<{state, from, to: ?number}>} */
export function statesOf(events) {
  const changes = events.filter((event) => event.type === "ironbus.provision_state_changed");
  return changes.map((event, at) => ({ state: event.data.to, from: moment(event.time),
    to: changes[at + 1] ? moment(changes[at + 1].time) : null }));
}

function stateStrip(events, now) {
  const states = statesOf(events).slice(-STATES);
  if (states.length === 0) return null;
  return el("ol", { class: "states", "aria-label": "States, oldest first" }, states.map((one) =>
    el("li", { "data-kind": kindOf(one.state), title: shown(one.from) },
      el("b", {}, one.state), el("small", {}, `${duration((one.to ?? now) - one.from)}${one.to ? "" : " so far"}`))));
}

/** The running workflow in the form of an ended operation; its steps come from events. */
function current(why, events) {
  const one = why?.working;
  if (!one) return null;
  const ledger = new Map();
  for (const event of events) {
    const data = event.data ?? {};
    if (data.operation_id !== one.id) continue;
    const entry = ledger.get(data.index) ?? { interface: data.interface, name: data.step, index: data.index,
      status: "running", started_at: event.time, finished_at: null };
    if (event.type === "ironbus.step_started") Object.assign(entry, { status: "running", started_at: event.time, finished_at: null });
    if (event.type === "ironbus.step_finished") Object.assign(entry, { status: data.status, finished_at: event.time, worker: data.worker });
    ledger.set(data.index, entry);
  }
  if (one.step && !ledger.has(one.index))
    ledger.set(one.index, { ...one.step, name: one.step.step, index: one.index, status: "running", started_at: one.started_at });
  return { kind: one.kind, started_at: one.started_at, ended_at: null, steps: one.steps, index: one.index,
    ledger: [...ledger.values()].sort((a, b) => a.index - b.index) };
}

/** A step's segment of the bar; its width is proportional to its duration. */
function segment(entry, now) {
  const begin = moment(entry.started_at);
  const took = (moment(entry.finished_at) ?? now) - begin;
  const text = `${entry.interface}.${entry.name}: ${duration(took)}, ${entry.status}`;
  const out = el("li", { "data-status": entry.status, title: text }, el("span", {}, `${entry.name} `,
    el("small", {}, duration(took))));
  out.style.flexGrow = String(Math.max(took, 1));
  return out;
}

function outcomeOf(operation) {
  if (!operation.ended_at) return "running";
  if (operation.failure) return reasonOf(operation.failure);
  const bad = (operation.ledger ?? []).find((entry) => entry.status === "failed");
  return bad ? `failed at ${bad.interface}.${bad.name}` : "done";
}

function operationRow(operation, now) {
  const begin = moment(operation.started_at);
  const outcome = outcomeOf(operation);
  const bad = outcome !== "done" && operation.ended_at;
  const ledger = (operation.ledger ?? []).filter((entry) => entry.status !== "skipped");
  return el("li", { class: "operation" },
    el("header", {}, el("strong", {}, operation.kind.replaceAll("_", " ")),
      el("span", { class: "muted" }, shown(begin)),
      el("span", {}, duration((moment(operation.ended_at) ?? now) - begin)),
      operation.user ? el("span", { class: "muted" }, `by ${operation.user}`) : null,
      el("span", { class: "grow" }),
      el("span", { class: "outcome", "data-bad": bad ? true : null, title: outcome }, outcome)),
    ledger.length ? el("ol", { class: "segments", "aria-label": `Steps of ${operation.kind}` },
      ledger.map((entry) => segment(entry, now))) : null);
}

/** @param {{ why: Object, operations: Object[], events: Object[] }} known */
export function timeline({ why, operations, events }) {
  const now = Date.now();
  const running = current(why, events);
  const ended = [...operations].sort((a, b) => moment(b.ended_at) - moment(a.ended_at));
  const all = [running, ...ended].filter(Boolean);
  return [stateStrip(events, now),
    all.length ? el("ol", { class: "operations", "aria-label": "Workflows, newest first" },
      all.map((one) => operationRow(one, now))) : empty("No workflow has run yet.")];
}
