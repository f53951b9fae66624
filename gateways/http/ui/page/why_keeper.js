// Keeps what is known of why nodes do not go on. Of a few each one is asked, those on the screen first; of many
// the fleet's list is read.
import { get, getOptional } from "./api.js";

const AT_ONCE = 4;
const PAUSE_MS = 1000; // between two questions of one node
const SINGLE_MAX = 50; // beyond, the list is read: less work for both sides
const PAGE = 500;
const LIST_PAUSE_MS = 5000; // between two readings of the list, and so many times as long as one has taken
const LIST_SHARE = 4;

export class WhyKeeper {
  /** @param {import("./model.js").Model} model */
  constructor(model) {
    this.model = model;
    this.urgent = [];
    this.patient = [];
    this.asked = new Map(); // UUID → when
    this.running = 0;
    this.failed = null;
    this.many = false;      // the list is wanted
    this.reading = false;
    this.nextListAt = 0;
  }

  /** Asks for these rows, where what is known is old. A new list takes the place of the last. */
  want(rows) {
    this.urgent = rows.filter((row) => row.whyOld && worthAsking(row));
    this.pump();
  }

  /** The same of all that wait, when nobody on the screen needs an answer. */
  wantLater(rows) {
    const old = rows.filter((row) => row.whyOld && worthAsking(row));
    this.many = old.length > SINGLE_MAX;
    this.patient = this.many ? [] : old;
    if (this.many) this.readList();
    this.pump();
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

  /** Reads the list unless that is being done, or was just now. */
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
    if (!marker) this.forget(listed, began);
  }

  /** Those that the whole list lacks go on by now; the event that says so is on its way. */
  forget(listed, began) {
    for (const row of this.model.rows.values())
      if (row.whyOld && worthAsking(row) && !listed.has(row.uuid)) this.model.putWhy(row, null, began);
  }
}

/** Whether there can be anything to tell: it is under way, or its power changes, or it may not. */
export function worthAsking(row) {
  return isWaiting(row) || row.maintenance;
}

/** @param {import("./model.js").Row} row */
export function isWaiting(row) {
  return !["idle", "ready", "active"].includes(row.kind) || row.targetPower !== null;
}
