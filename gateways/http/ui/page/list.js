// A list of any length. Only the visible rows are in the document.
import { el, setAttribute } from "./dom.js";
import { nextFrame } from "./frame.js";
import { columns, fillRowElement, makeRowElement } from "./row_cells.js";

const ROW_PX = 34, HEAD_PX = 36; // as in fleet.css
const SPARE = 6;   // extra rows above and below the visible ones

export class List {
  /**
   * @param {import("./selection.js").Selection} selection
   * @param {{ onOpen: function(Object), onSort: function(string), onShown: function(Array), onPicked: function() }} on
   */
  constructor(selection, on) {
    this.selection = selection;
    this.on = on;
    this.pool = [];
    this.chosen = 0;
    this.picks = new Set(); // UUIDs of the selected rows
    this.shown = [];
    this.draw = () => this.render();
    this.build();
  }

  build() {
    this.heads = columns.map((column) => el("span", { role: "columnheader" },
      column.sort ? el("button", { type: "button", "data-sort": column.sort,
        onclick: () => this.on.onSort(column.sort) }, column.head) : column.head));
    this.space = el("div", { class: "space", role: "rowgroup" });
    this.none = el("p", { class: "none muted", hidden: true }, "No node matches.");
    this.all = el("input", { type: "checkbox", "aria-label": "Select all nodes of the list",
      onchange: () => this.pickAll(this.all.checked) });
    const head = el("div", { role: "rowgroup", class: "heads" }, el("div", { role: "row", class: "row head" },
      el("span", { role: "columnheader", class: "pick" }, this.all), this.heads));
    this.scroller = el("div", { class: "scroller", role: "presentation" }, head, this.space, this.none);
    this.root = el("div", { class: "list", role: "grid", tabindex: "0", "aria-label": "Nodes",
      "aria-multiselectable": "true", "aria-colcount": columns.length + 1 }, this.scroller);
    this.scroller.addEventListener("scroll", this.draw, { passive: true });
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.space.addEventListener("click", (event) => this.click(event));
    this.watch = new ResizeObserver(() => this.ask());
    this.watch.observe(this.scroller);
  }

  ask() {
    nextFrame(this.draw);
  }

  close() {
    this.watch.disconnect();
  }

  render() {
    const rows = this.selection.read();
    const height = this.scroller.clientHeight;
    const first = Math.max(0, Math.floor(this.scroller.scrollTop / ROW_PX) - SPARE);
    const last = Math.min(rows.length, Math.ceil((this.scroller.scrollTop + height) / ROW_PX) + SPARE);
    this.chosen = Math.min(this.chosen, Math.max(0, rows.length - 1));
    setAttribute(this.root, "aria-rowcount", rows.length + 1);
    const total = `${rows.length * ROW_PX}px`;
    if (this.space.style.height !== total) this.space.style.height = total;
    this.none.hidden = rows.length > 0;
    this.fillPool(Math.ceil(height / ROW_PX) + 2 * SPARE + 1);
    this.place(rows, first, last);
    this.shown = rows.slice(first, last);
    this.on.onShown(this.shown);
  }

  fillPool(size) {
    while (this.pool.length < size) {
      const parts = makeRowElement();
      parts.at = -1;
      parts.root.hidden = true;
      this.pool.push(parts);
      this.space.append(parts.root);
    }
  }

  /** Row N uses element N modulo the pool's size, so a visible row keeps its element. */
  place(rows, first, last) {
    const now = Date.now();
    const used = new Set();
    for (let at = first; at < last; at += 1) {
      const parts = this.pool[at % this.pool.length];
      used.add(parts);
      this.placeOne(parts, at);
      fillRowElement(parts, rows[at], now);
      this.markPicked(parts, this.picks.has(rows[at].uuid));
    }
    for (const parts of this.pool) if (!used.has(parts)) this.hide(parts);
    const chosen = this.pool[this.chosen % this.pool.length];
    setAttribute(this.root, "aria-activedescendant", chosen?.at === this.chosen ? chosen.root.id : null);
  }

  placeOne(parts, at) {
    const chosen = at === this.chosen;
    if (parts.chosen !== chosen) {
      parts.chosen = chosen;
      setAttribute(parts.root, "data-current", chosen ? "true" : null);
    }
    if (parts.at === at) return;
    if (parts.at < 0) parts.root.hidden = false;
    parts.at = at;
    parts.root.id = `row-${at}`;
    parts.root.setAttribute("aria-rowindex", at + 2);
    parts.root.style.transform = `translateY(${at * ROW_PX}px)`;
  }

  markPicked(parts, picked) {
    if (parts.picked === picked) return;
    parts.picked = picked;
    parts.box.checked = picked;
    parts.root.setAttribute("aria-selected", String(picked));
  }

  /** Selects or unselects a row. */
  pick(at, yes = null) {
    const row = this.selection.rows[at];
    if (!row) return;
    if (yes ?? !this.picks.has(row.uuid)) this.picks.add(row.uuid);
    else this.picks.delete(row.uuid);
    this.picked();
  }

  /** Selects all rows that match the search, or none at all. */
  pickAll(yes) {
    this.picks.clear();
    if (yes) for (const row of this.selection.rows) this.picks.add(row.uuid);
    this.picked();
  }

  picked() {
    this.all.checked = this.picks.size > 0;
    this.on.onPicked();
    this.ask();
  }

  hide(parts) {
    if (parts.at < 0) return;
    parts.at = -1;
    parts.root.hidden = true;
    parts.root.id = "";
  }

  click(event) {
    const parts = this.pool.find((one) => one.root.contains(event.target));
    if (!parts) return;
    const before = this.chosen;
    this.choose(parts.at);
    if (event.target.closest(".pick")) return this.clickBox(parts, before, event);
    if (!event.target.closest("a")) this.on.onOpen(parts.row);
  }

  /** With Shift, the rows from the one chosen before get the state of this one. */
  clickBox(parts, before, event) {
    const yes = event.target === parts.box ? parts.box.checked : !parts.picked;
    const [first, last] = event.shiftKey ? [Math.min(before, parts.at), Math.max(before, parts.at)] : [parts.at, parts.at];
    for (let at = first; at <= last; at += 1) this.pick(at, yes);
    parts.picked = !yes; // the browser has changed the box
    this.root.focus({ preventScroll: true });
  }

  /** Makes a row the current one and scrolls it into view. */
  choose(at) {
    const rows = this.selection.rows.length;
    this.chosen = Math.max(0, Math.min(rows - 1, at));
    const top = this.chosen * ROW_PX;
    const box = this.scroller;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + ROW_PX + HEAD_PX > box.scrollTop + box.clientHeight)
      box.scrollTop = top + ROW_PX + HEAD_PX - box.clientHeight;
    this.ask();
  }

  key(event) {
    if (event.metaKey || event.altKey || event.target !== this.root) return;
    if (event.ctrlKey) {
      if (event.key !== "a") return;
      event.preventDefault();
      return this.pickAll(true);
    }
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / ROW_PX) - 1);
    const moves = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: page, PageUp: -page,
      Home: -Infinity, End: Infinity };
    if (event.key in moves) this.move(moves[event.key], event.shiftKey);
    else if (event.key === " ") this.pick(this.chosen);
    else if (event.key === "Escape" && this.picks.size > 0) this.pickAll(false);
    else if (event.key === "Enter" && this.selection.rows[this.chosen])
      this.on.onOpen(this.selection.rows[this.chosen]);
    else return;
    event.preventDefault();
  }

  /** With Shift, the row that is left and the one that is reached are selected. */
  move(by, picks) {
    if (picks) this.pick(this.chosen, true);
    this.choose(this.chosen + by);
    if (picks) this.pick(this.chosen, true);
  }

  markSort(order, backward) {
    columns.forEach((column, at) => setAttribute(this.heads[at], "aria-sort",
      column.sort === order ? (backward ? "descending" : "ascending") : null));
  }
}
