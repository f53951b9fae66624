// The page's copy of the fleet: one row a node, updated in place by events.
import { kindOf } from "./states.js";
import { moment } from "./time.js";

/** The node fields that a row needs. */
export const rowFields = ["uuid", "name", "driver", "conductor_group", "owner", "lessee", "resource_class",
  "provision_state", "target_provision_state", "provision_updated_at", "power_state",
  "target_power_state", "maintenance", "fault", "health", "last_error", "clean_step",
  "deploy_step", "service_step"];

/**
 * @typedef {Object} Row
 * @property {string} uuid
 * @property {string} name      the UUID if the node has none
 * @property {string} state     with its `kind` (states.js)
 * @property {?string} target
 * @property {?number} since    start of the state
 * @property {?string} power    with `targetPower` during a change
 * @property {boolean} unconfirmed  whether the end of a power order is unknown, as events and /why tell
 * @property {boolean} maintenance
 * @property {string} owner  with `lessee`: projects, for the user's rights
 * @property {?Step} step
 * @property {?Object} why      the answer of /why; null: not read, or the node is idle; outdated if `whyOld`
 * @property {number} version   counts changes
 * @property {number} changedAt value of Model.change at the last update by an event or a list
 * @property {string} text      lower-case text that a search looks in
 */

/**
 * @typedef {Object} Step  the running step; unknown fields are null
 * @property {string} text    "deploy.write_image"
 * @property {?number} index  from 0; `of`: number of steps
 * @property {?number} began
 * @property {?number} ends   expected end, from earlier runs
 * @property {boolean} overdue
 */

/** @returns {Step} */
function makeStep(text, known = {}) {
  return { text, index: null, of: null, began: null, ends: null, overdue: false, ...known };
}

/** @returns {Row} */
function makeRow(node) {
  const out = { uuid: node.uuid, version: 0, changedAt: -1, why: null, whyOld: true, step: null,
    unconfirmed: false };
  fillRow(out, node);
  return out;
}

function stepOf(node) {
  const one = [node.clean_step, node.deploy_step, node.service_step]
    .find((step) => step && step.step);
  return one ? makeStep(`${one.interface}.${one.step}`) : null;
}

/** Fills a row from the API's node object. */
function fillRow(row, node) {
  row.name = node.name || node.uuid;
  row.state = node.provision_state;
  row.kind = kindOf(row.state);
  row.target = node.target_provision_state ?? null;
  row.since = moment(node.provision_updated_at);
  row.power = node.power_state ?? null;
  row.targetPower = node.target_power_state ?? null;
  row.maintenance = Boolean(node.maintenance);
  row.fault = node.fault ?? null;
  row.health = node.health ?? null;
  row.error = node.last_error ?? null;
  row.driver = node.driver ?? "";
  row.group = node.conductor_group ?? "";
  row.owner = node.owner ?? "";
  row.lessee = node.lessee ?? "";
  row.class = node.resource_class ?? "";
  const step = stepOf(node);
  if (!step || !row.step || row.step.text !== step.text) row.step = step;
  row.text = [row.name, row.uuid, row.driver, row.group, row.owner, row.class]
    .join(" ").toLowerCase();
}

/** How each event type changes a row. */
const appliers = {
  provision_state_changed(row, data, at) {
    row.state = data.to;
    row.kind = kindOf(data.to);
    row.target = data.target ?? null;
    row.since = at;
    row.error = data.last_error ?? null;
    if (row.kind !== "working" && row.kind !== "waiting") row.step = null;
  },
  power_state_changed(row, data) {
    row.power = data.to;
    row.targetPower = null;
  },
  power_action_started(row, data) {
    row.targetPower = data.target;
  },
  power_action_failed(row, data) {
    row.targetPower = null;
    row.error = data.reason ?? row.error;
  },
  power_state_corrected(row, data) {
    row.power = data.to;
  },
  power_state_unconfirmed(row, data) {
    row.power = data.power_state ?? null;
    row.unconfirmed = true;
  },
  power_state_confirmed(row, data) {
    row.power = data.power_state ?? row.power;
    row.unconfirmed = false;
  },
  health_changed(row, data) {
    row.health = data.to;
  },
  maintenance_changed(row, data) {
    row.maintenance = Boolean(data.maintenance);
    row.fault = data.fault ?? null;
  },
  step_started(row, data, at) {
    row.step = makeStep(`${data.interface}.${data.step}`, { index: data.index ?? null, of: row.step?.of ?? null,
      began: data.expected_end ? at : null, ends: moment(data.expected_end) });
  },
  step_overdue(row, data) {
    row.step = { ...(row.step ?? makeStep(`${data.interface}.${data.step}`)), overdue: true };
  },
  step_finished(row, data) {
    if (row.step) row.step = makeStep(row.step.text, { index: (data.index ?? 0) + 1, of: row.step.of });
  },
  agent_lost() {},
};

/** Event types without the new values: the node must be reread. */
const rereadTypes = new Set(["node_updated"]);

export class Model {
  constructor() {
    /** @type {Map<string, Row>} */
    this.rows = new Map();
    /** @type {Map<string, number>} */
    this.counts = new Map();
    this.shape = 0;  // counts rows added, removed or renamed
    this.change = 0; // counts changes of any kind
    this.events = 0;
    this.loads = 0;  // counts complete readings of the fleet
    this.listeners = new Set();
    this.dirty = new Set(); // UUIDs of nodes to reread
  }

  onChange(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Notifies the listeners. `row`: the changed row, or null if it is unknown. */
  changed(row) {
    this.change += 1;
    for (const listener of this.listeners) listener(row);
  }

  count(state, by) {
    const now = (this.counts.get(state) ?? 0) + by;
    if (now > 0) this.counts.set(state, now);
    else this.counts.delete(state);
  }

  /** Adds or updates a node from an API object. */
  put(node) {
    const known = this.rows.get(node.uuid);
    if (known) {
      const name = known.name;
      this.update(known, () => fillRow(known, node));
      if (known.name !== name) this.shape += 1;
      return;
    }
    const row = makeRow(node);
    this.rows.set(row.uuid, row);
    this.count(row.state, 1);
    this.shape += 1;
    this.changed(row);
  }

  update(row, work) {
    this.count(row.state, -1);
    work();
    this.count(row.state, 1);
    row.version += 1;
    row.changedAt = this.change;
    row.whyOld = true;
    this.changed(row);
  }

  remove(uuid) {
    const row = this.rows.get(uuid);
    if (!row) return;
    this.rows.delete(uuid);
    this.count(row.state, -1);
    this.shape += 1;
    this.changed(row);
  }

  /** Removes all other nodes, after a complete list was read. @param {Set<string>} uuids */
  keep(uuids) {
    this.loads += 1;
    for (const uuid of [...this.rows.keys()]) if (!uuids.has(uuid)) this.remove(uuid);
  }

  /** Applies an event, a CloudEvents object. */
  apply(event) {
    const type = event.type.replace(/^ironbus\./, "");
    const data = event.data ?? {};
    this.events += 1;
    if (type === "node_created") return this.put({ uuid: event.subject, ...data });
    const uuid = data.uuid ?? event.subject;
    if (type === "node_deleted") return this.remove(uuid);
    const row = this.rows.get(uuid);
    const applier = appliers[type];
    if (row && applier) this.update(row, () => applier(row, data, moment(event.time)));
    else if (rereadTypes.has(type) || (applier && !row)) this.mark(uuid);
  }

  mark(uuid) {
    this.dirty.add(uuid);
    this.changed(this.rows.get(uuid) ?? null);
  }

  /** Stores an answer of /why; null: the node is idle. `since`: Model.change when the request was sent. */
  putWhy(row, why, since) {
    row.why = why;
    row.whyOld = row.changedAt >= since; // the row changed during the request
    if (!row.whyOld) row.unconfirmed = Boolean(why?.power_unconfirmed);
    const working = why?.working;
    if (working?.step && row.kind !== "failed")
      row.step = makeStep(`${working.step.interface}.${working.step.step}`, { index: working.index,
        of: working.steps, began: moment(working.usual?.began), ends: moment(working.usual?.expected_end),
        overdue: Boolean(working.usual?.overdue) });
    row.version += 1;
    this.changed(row);
  }
}
