// Why nodes wait or have failed, for the whole fleet, grouped by cause.
import { actionButton } from "./actions.js";
import { group } from "./causes.js";
import { el, fill, numberText, setText } from "./dom.js";
import { throttled } from "./frame.js";
import { actionOf } from "./node_why.js";
import { roughly } from "./time.js";
import { worthAsking } from "./why_keeper.js";

const REDRAW_MS = 700;
const NAMED = 12; // nodes of a group that are listed

export class WhyView {
  constructor(page) {
    this.page = page;
    this.expanded = new Set(); // keys of groups that list all their nodes
    this.summary = el("p", { class: "muted", "aria-live": "polite" });
    this.groups = el("div", { class: "groups" });
    this.root = el("div", { class: "page" }, el("h1", {}, "Why nodes wait"), this.summary, this.groups);
    this.draw = throttled(() => this.render(), REDRAW_MS);
  }

  open() {
    this.stop = this.page.model.onChange(this.draw);
    this.timer = setInterval(this.draw, 5000);
    this.render();
  }

  close() {
    this.closed = true;
    this.stop();
    clearInterval(this.timer);
    this.page.whys.stop();
  }

  render() {
    if (this.closed) return;
    const rows = [...this.page.model.rows.values()].filter(worthAsking);
    if (!this.page.live.loading) this.page.whys.wantLater(rows);
    const groups = group(rows);
    const asked = rows.filter((row) => row.why).length;
    setText(this.summary, rows.length === 0 ? "All nodes are idle, and none is in maintenance."
      : `Nodes that are busy, failed, in maintenance or of unknown power state: ${numberText(rows.length)}. ` +
        `Causes: ${groups.length}.` +
        (asked === rows.length ? "" : ` Reasons loaded: ${numberText(asked)} of ${numberText(rows.length)}.`));
    const focus = document.activeElement?.dataset?.focus;
    fill(this.groups, groups.map((one) => this.groupPanel(one)));
    if (focus) this.groups.querySelector(`[data-focus="${CSS.escape(focus)}"]`)?.focus();
  }

  groupPanel(one) {
    const oldest = one.rows[0].since;
    const all = this.expanded.has(one.key);
    const named = one.rows.slice(0, all ? one.rows.length : NAMED);
    return el("section", { class: "panel group", "data-kind": one.kind, "aria-label": one.title },
      el("header", {},
        el("strong", { class: "big" }, numberText(one.rows.length)),
        el("div", {}, el("h2", {}, one.title), el("p", {}, one.detail)),
        el("span", { class: "grow" }),
        oldest ? el("span", { class: "muted" }, `longest ${roughly(Date.now() - oldest)}`) : null),
      el("p", { class: "nodes" }, named.map((row) =>
        el("a", { href: `#/node/${row.uuid}`, "data-focus": one.key + row.uuid }, row.name)),
      one.rows.length > NAMED ? el("button", { type: "button", class: "quiet", "data-focus": one.key,
        onclick: () => this.toggle(one.key) }, all ? "fewer" : `and ${one.rows.length - NAMED} more`) : null),
      el("div", { class: "buttons left" }, this.buttons(one)));
  }

  toggle(key) {
    if (!this.expanded.delete(key)) this.expanded.add(key);
    this.render();
  }

  /** One button for each action that all nodes of the group have. */
  buttons(one) {
    const byLabel = new Map();
    for (const row of one.rows)
      for (const entry of row.why?.unblocked_by ?? []) {
        const action = actionOf(entry, row.name, row);
        if (!action) continue;
        if (!byLabel.has(action.label)) byLabel.set(action.label, []);
        byLabel.get(action.label).push(action);
      }
    return [...byLabel.values()].filter((list) => list.length === one.rows.length)
      .map((list) => actionButton(list, this.draw));
  }
}
