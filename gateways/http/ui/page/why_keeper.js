// Reads why nodes wait or have failed. For few nodes it requests each /v1/nodes/N/why, visible ones first;
// for many it reads the list /v1/why. It reads the list once after each loading of the fleet, because only the list
// names idle nodes whose power state is not confirmed.
import { get, getOptional } from "./api.js";

const AT_ONCE = 4;
const PAUSE_MS = 1000; // between two requests for one node
const SINGLE_MAX = 50; // above this, the list is cheaper for both sides
const PAGE = 500;
const LIST_PAUSE_MS = 5000; // between two reads of the list; at least LIST_SHARE times the duration of the last read
const LIST_SHARE = 4;

export class WhyKeeper {
  /** @param {import("./model.js").Model} model */
  constructor(model) {
    this.model = model;
    this.urgent = [];
    this.patient = [];
    this.asked = new Map(); // UUID → time of the last request
    this.running = 0;
    this.failed = null;
    this.many = false;      // too many outdated rows for single requests
    this.reading = false;
    this.nextListAt = 0;
    this.listed = 0;        // Model.loads when the last complete list was begun
  }

  /** Reads /why for those of the rows that are outdated. Replaces the rows of the last call. */
  want(rows) {
    this.urgent = rows.filter((row) => row.whyOld && worthAsking(row));
    this.pump();
  }

  /** The same with lower priority, for rows that are not visible. */
  wantLater(rows) {
    const old = rows.filter((row) => row.whyOld && worthAsking(row));
    this.many = old.length > SINGLE_MAX || this.listed !== this.model.loads;
    this.patient = this.many ? [] : old;
    if (this.many) this.readList();
    this.pump();
  }

  /** Ends the requests for rows that are not visible. */
  stop() {
    this.many = false;
    this.patient = [];
  }

  next() {
    const now = performance.now();
    for (const list of [this.urgent, this.patient]) {
      const at = list.findIndex((row) =>
        row.whyOld && now - (this.asked.get(row.uuid) ?? -PAUSE_MS) >= PAUSE_MS);
      if (at >= 0) return list.splice(at, 1)[0];
    }
    return null;
  }

  pump() {
    while (this.running < AT_ONCE) {
      const row = this.next();
      if (!row) return;
      this.ask(row);
    }
  }

  async ask(row) {
    this.running += 1;
    this.asked.set(row.uuid, performance.now());
    const since = this.model.change;
    try {
      const why = await getOptional(`/v1/nodes/${row.uuid}/why`);
      if (why) this.model.putWhy(row, why, since);
      this.failed = null;
    } catch (failure) {
      this.failed = failure;
    } finally {
      this.running -= 1;
      if (!this.failed) this.pump();
    }
  }

  /** Reads the list, unless a read is running or just ended. */
  async readList() {
    const began = performance.now();
    if (this.reading || began < this.nextListAt) return;
    this.reading = true;
    try {
      await this.readPages();
      this.failed = null;
    } catch (failure) {
      this.failed = failure;
    } finally {
      const now = performance.now();
      this.nextListAt = now + Math.max(LIST_PAUSE_MS, LIST_SHARE * (now - began));
      this.reading = false;
    }
  }

  async readPages() {
    const began = this.model.change;
    const loads = this.model.loads;
    const listed = new Set();
    let marker = null;
    do {
      const since = this.model.change;
      const query = new URLSearchParams({ limit: String(PAGE), ...(marker ? { marker } : {}) });
      const page = await get(`/v1/why?${query}`);
      for (const why of page.nodes) {
        listed.add(why.uuid);
        const row = this.model.rows.get(why.uuid);
        if (row) this.model.putWhy(row, why, since);
      }
      marker = page.next ? new URL(page.next, location.href).searchParams.get("marker") : null;
    } while (marker && this.many);
    if (marker) return;
    this.listed = loads;
    this.forget(listed, began);
  }

  /** Nodes that are not in the complete list are idle by now; their event is still to come. */
  forget(listed, began) {
    for (const row of this.model.rows.values())
      if (row.whyOld && worthAsking(row) && !listed.has(row.uuid)) this.model.putWhy(row, null, began);
  }
}

/** Whether /why can have a reason: the node is not idle, its power changes or is unknown, or it is in maintenance. */
export function worthAsking(row) {
  return isWaiting(row) || row.maintenance || row.unconfirmed;
}

/** @param {import("./model.js").Row} row */
export function isWaiting(row) {
  return !["idle", "ready", "active"].includes(row.kind) || row.targetPower !== null;
}
