// Asks /why of the nodes that somebody looks at, a few at once, those on the screen first.
import { getOptional } from "./api.js";

const AT_ONCE = 4;
const PAUSE_MS = 1000; // between two questions of one node

export class WhyKeeper {
  /** @param {import("./model.js").Model} model */
  constructor(model) {
    this.model = model;
    this.urgent = [];
    this.patient = [];
    this.asked = new Map(); // UUID → when
    this.running = 0;
    this.failed = null;
  }

  /** Asks for these rows, where what is known is old. A new list takes the place of the last. */
  want(rows) {
    this.urgent = rows.filter((row) => row.whyOld && worthAsking(row));
    this.pump();
  }

  /** The same of all that wait, when nobody on the screen needs an answer. */
  wantLater(rows) {
    this.patient = rows.filter((row) => row.whyOld && worthAsking(row));
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
    const version = row.version;
    try {
      const why = await getOptional(`/v1/nodes/${row.uuid}/why`);
      if (why) this.model.putWhy(row, why);
      if (why && version + 1 !== row.version) row.whyOld = true; // it changed meanwhile
      this.failed = null;
    } catch (failure) {
      this.failed = failure;
    } finally {
      this.running -= 1;
      if (!this.failed) this.pump();
    }
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
