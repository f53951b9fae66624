// A list of any length. Only the visible rows are in the document.
import { el, setAttribute } from "./dom.js";
import { nextFrame } from "./frame.js";
import { columns, fillRowElement, makeRowElement } from "./row_cells.js";

const ROW_PX = 34, HEAD_PX = 36; // as in fleet.css
const SPARE = 6;   // extra rows above and below the visible ones

export class List {
  /**
   * @param {import("./selection.js").Selection} selection
   * @param {{ onOpen: function(Object), onSort: function(string), onShown: function(Array) }} on
   */
  constructor(selection, on) {
    this.selection = selection;
    this.on = on;
    this.pool = [];
    this.chosen = 0;
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
    const head = el("div", { role: "rowgroup", class: "heads" },
      el("div", { role: "row", class: "row head" }, this.heads));
    this.scroller = el("div", { class: "scroller", role: "presentation" }, head, this.space, this.none);
    this.root = el("div", { class: "list", role: "grid", tabindex: "0", "aria-label": "Nodes",
      "aria-colcount": columns.length }, this.scroller);
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
    }
    for (const parts of this.pool) if (!used.has(parts)) this.hide(parts);
    const chosen = this.pool[this.chosen % this.pool.length];
    setAttribute(this.root, "aria-activedescendant", chosen?.at === this.chosen ? chosen.root.id : null);
  }

  placeOne(parts, at) {
    const chosen = at === this.chosen;
    if (parts.chosen !== chosen) {
      parts.chosen = chosen;
      parts.root.setAttribute("aria-selected", String(chosen));
    }
    if (parts.at === at) return;
    if (parts.at < 0) parts.root.hidden = false;
    parts.at = at;
    parts.root.id = `row-${at}`;
    parts.root.setAttribute("aria-rowindex", at + 2);
    parts.root.style.transform = `translateY(${at * ROW_PX}px)`;
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
    this.choose(parts.at);
    if (!event.target.closest("a")) this.on.onOpen(parts.row);
  }

  /** Selects a row and scrolls it into view. */
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
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== this.root) return;
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / ROW_PX) - 1);
    const moves = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: page, PageUp: -page,
      Home: -Infinity, End: Infinity };
    if (event.key in moves) this.choose(this.chosen + moves[event.key]);
    else if (event.key === "Enter" && this.selection.rows[this.chosen])
      this.on.onOpen(this.selection.rows[this.chosen]);
    else return;
    event.preventDefault();
  }

  markSort(order, backward) {
    columns.forEach((column, at) => setAttribute(this.heads[at], "aria-sort",
      column.sort === order ? (backward ? "descending" : "ascending") : null));
  }
}
