// Filters and sorts the rows of the model.
import { isWaiting } from "./why_keeper.js";
import { rankOf } from "./states.js";

const RESORT_MS = 1000; // interval for orders that are not steady

/** Search terms of the form NAME:VALUE. Other words are searched for in the row's text. */
const named = {
  state: (row, value) => row.state.includes(value),
  driver: (row, value) => row.driver.toLowerCase().includes(value),
  group: (row, value) => row.group.toLowerCase() === value,
  owner: (row, value) => row.owner.toLowerCase().includes(value),
  class: (row, value) => row.class.toLowerCase().includes(value),
  power: (row, value) => (row.power ?? "unknown").includes(value),
  health: (row, value) => (row.health ?? "unknown").toLowerCase().startsWith(value),
  error: (row, value) => (row.error ?? "").toLowerCase().includes(value),
  is: (row, value) => flags[value]?.(row) ?? false,
};

const flags = {
  waiting: isWaiting,
  working: (row) => row.kind === "working",
  failed: (row) => row.kind === "failed",
  hold: (row) => row.kind === "hold",
  maintenance: (row) => row.maintenance,
  fault: (row) => row.fault !== null,
};

/** Names and flags for the help of the search field. */
export const searchNames = Object.keys(named);
export const searchFlags = Object.keys(flags);

/** Parses `disk state:"clean failed"`. @returns {Array<function(Row): boolean>} */
export function parseSearch(text) {
  const words = text.toLowerCase().match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
  return words.map((word) => {
    const plain = word.replaceAll('"', "");
    const colon = plain.indexOf(":");
    const rule = colon > 0 ? named[plain.slice(0, colon)] : undefined;
    if (rule) return (row) => rule(row, plain.slice(colon + 1));
    return (row) => row.text.includes(plain) || (row.error?.toLowerCase().includes(plain) ?? false);
  });
}

const byName = new Intl.Collator(undefined, { numeric: true }).compare;

/** Sort orders. Rows of an order that is not `steady` can move with every event; they are resorted every RESORT_MS. */
const orders = {
  name: { steady: true, compare: (a, b) => a.sortName - b.sortName },
  state: { compare: (a, b) => rankOf(a.state) - rankOf(b.state) || a.sortName - b.sortName },
  since: { compare: (a, b) => (b.since ?? 0) - (a.since ?? 0) || a.sortName - b.sortName },
  driver: { steady: true, compare: (a, b) => byName(a.driver, b.driver) || a.sortName - b.sortName },
};

export class Selection {
  /** @param {import("./model.js").Model} model */
  constructor(model) {
    this.model = model;
    this.search = [];
    this.states = new Set(); // empty: all
    this.order = "name";
    this.backward = false;
    this.named = [];  // all, by name
    this.sorted = [];
    this.rows = [];
    this.shape = -1;
    this.change = -1;
    this.sortedAt = 0;
  }

  set({ search, states, order, backward }) {
    if (search !== undefined) this.search = parseSearch(search);
    if (states !== undefined) this.states = new Set(states);
    if (order !== undefined && orders[order]) this.order = order;
    if (backward !== undefined) this.backward = backward;
    this.shape = -1;
  }

  /** The current rows. Cheap if nothing has changed. */
  read() {
    const reshaped = this.shape !== this.model.shape;
    if (reshaped) this.nameAll();
    if (reshaped || this.isOld()) this.sort();
    if (reshaped || this.change !== this.model.change) this.filter();
    this.shape = this.model.shape;
    this.change = this.model.change;
    return this.rows;
  }

  isOld() {
    return !orders[this.order].steady && this.change !== this.model.change &&
      performance.now() - this.sortedAt > RESORT_MS;
  }

  /** Sorts by name once and numbers the rows, so that later sorts compare numbers. */
  nameAll() {
    const known = this.named.filter((row) => this.model.rows.get(row.uuid) === row);
    const before = new Set(known);
    for (const row of this.model.rows.values()) if (!before.has(row)) known.push(row);
    this.named = known.sort((a, b) => byName(a.name, b.name)); // fast: most rows are already in order
    this.named.forEach((row, at) => { row.sortName = at; });
    this.sorted = [...this.named];
  }

  sort() {
    this.sortedAt = performance.now();
    this.sorted.sort(orders[this.order].compare);
    if (this.backward) this.sorted.reverse();
  }

  filter() {
    const { search, states } = this;
    this.rows = search.length === 0 && states.size === 0 ? this.sorted
      : this.sorted.filter((row) => (states.size === 0 || states.has(row.state)) &&
                                    search.every((matches) => matches(row)));
  }
}
