// The fleet view: counts by state, a search, and a list with one row a node.
import { el, numberText, setAttribute, setText } from "./dom.js";
import { nextFrame, throttled } from "./frame.js";
import { List } from "./list.js";
import { openActions, subjectOf } from "./node_actions.js";
import { readRightsOn } from "./rights.js";
import { Selection, searchFlags, searchNames } from "./selection.js";
import { kindOf, rankOf } from "./states.js";
import { isWaiting } from "./why_keeper.js";
import { changeQuery, go } from "./router.js";
import { toast } from "./toast.js";

const QUICK = [["is:waiting", "waiting"], ["is:failed", "failed"], ["is:maintenance", "maintenance"],
  ["health:critical", "critical health"]];

export class FleetView {
  /** @param {{model, whys}} page */
  constructor(page, query) {
    this.page = page;
    this.selection = new Selection(page.model);
    this.buttons = new Map();
    this.list = new List(this.selection, {
      onOpen: (row) => go(`/node/${row.uuid}`),
      onSort: (order) => this.sort(order),
      onShown: (rows) => this.wantWhys(rows),
      onPicked: () => this.renderPicked(),
    });
    this.build();
    this.read(query);
  }

  build() {
    const ask = throttled(() => changeQuery({ q: this.field.value || null }), 150);
    this.field = el("input", { type: "search", id: "search", placeholder: "Search, or state:failed is:waiting …",
      "aria-label": "Search nodes", autocomplete: "off", spellcheck: "false", oninput: ask,
      title: `Words, or ${searchNames.map((name) => `${name}:…`).join(" ")}; is: ${searchFlags.join(", ")}` });
    this.total = el("strong", { class: "total", "aria-live": "polite" });
    this.states = el("div", { class: "counts", role: "group", "aria-label": "Nodes by state" });
    this.quick = el("div", { class: "quick", role: "group", "aria-label": "Quick searches" },
      QUICK.map(([search, name]) => el("button", { type: "button", class: "quiet",
        "data-search": search, onclick: () => this.toggleSearch(search) }, name)));
    this.root = el("div", { class: "fleet" },
      el("h1", { class: "hidden" }, "Fleet"),
      this.states,
      el("div", { class: "tools" }, this.field, this.quick, this.pickedBar(), el("span", { class: "grow" }), this.total),
      this.list.root);
  }

  pickedBar() {
    this.pickedText = el("strong", { role: "status" });
    this.act = el("button", { type: "button", class: "action primary", "aria-haspopup": "dialog",
      onclick: () => this.openActions() }, "Actions …");
    this.picked = el("div", { class: "picked", role: "group", "aria-label": "Selection", hidden: true }, this.pickedText,
      this.act, el("button", { type: "button", class: "quiet", onclick: () => this.list.pickAll(false) }, "Clear"));
    return this.picked;
  }

  renderPicked() {
    const { size } = this.list.picks;
    this.picked.hidden = size === 0;
    setText(this.pickedText, `${numberText(size)} selected`);
  }

  /** Offers the actions for the selected nodes, and for the current one if none is selected. */
  async openActions() {
    const { rows } = this.page.model;
    const current = this.selection.rows[this.list.chosen]?.uuid;
    const uuids = this.list.picks.size > 0 ? [...this.list.picks] : [current];
    const chosen = uuids.map((uuid) => rows.get(uuid)).filter(Boolean).map(subjectOf);
    if (chosen.length === 0) return;
    try {
      await readRightsOn(chosen);
      openActions(chosen, () => {});
    } catch (failure) {
      toast(failure.message, "bad");
    }
  }

  open() {
    this.keys = (event) => {
      if (event.key === "a" && event.target === this.list.root && !event.ctrlKey && !event.metaKey) this.openActions();
    };
    this.list.root.addEventListener("keydown", this.keys);
    this.draw = () => this.render();
    this.stop = this.page.model.onChange(() => nextFrame(this.draw));
    this.timer = setInterval(() => nextFrame(this.draw), 1000);
    nextFrame(this.draw);
    this.list.root.focus({ preventScroll: true });
  }

  close() {
    this.stop();
    clearInterval(this.timer);
    this.list.close();
  }

  /** Applies the query of the address: q, state (may repeat), sort, down. */
  read(query) {
    const search = query.get("q") ?? "";
    if (this.field.value !== search) this.field.value = search;
    const order = query.get("sort") ?? "name";
    const backward = query.has("down");
    this.selection.set({ search, states: query.getAll("state"), order, backward });
    this.list.markSort(order, backward);
    for (const button of this.quick.children)
      setAttribute(button, "aria-pressed", search.split(/\s+/).includes(button.dataset.search));
    nextFrame(() => this.render());
  }

  toggleSearch(text) {
    const words = this.field.value.split(/\s+/).filter(Boolean);
    const rest = words.filter((word) => word !== text);
    if (rest.length === words.length) rest.push(text);
    changeQuery({ q: rest.join(" ") || null });
  }

  toggleState(state) {
    const now = new Set(this.selection.states);
    if (!now.delete(state)) now.add(state);
    changeQuery({ state: [...now] });
  }

  sort(order) {
    const again = this.selection.order === order;
    changeQuery({ sort: order === "name" ? null : order,
      down: again && !this.selection.backward ? "" : null });
  }

  render() {
    this.renderCounts();
    this.list.render();
    const { rows } = this.selection;
    const all = this.page.model.rows.size;
    setText(this.total, rows.length === all ? `${numberText(all)} nodes`
      : `${numberText(rows.length)} of ${numberText(all)} nodes`);
  }

  renderCounts() {
    const { counts } = this.page.model;
    const wanted = new Set([...counts.keys(), ...this.selection.states]);
    for (const [state, button] of this.buttons)
      if (!wanted.has(state)) {
        button.remove();
        this.buttons.delete(state);
      }
    for (const state of wanted) this.renderCount(state, counts.get(state) ?? 0);
  }

  renderCount(state, count) {
    const button = this.buttons.get(state) ?? this.addCount(state);
    setText(button.firstChild, numberText(count));
    setAttribute(button, "aria-pressed", this.selection.states.has(state));
  }

  addCount(state) {
    const button = el("button", { type: "button", class: "count", "data-kind": kindOf(state),
      "data-state": state, onclick: () => this.toggleState(state) }, el("b", {}, ""), el("span", {}, state));
    this.buttons.set(state, button);
    const after = [...this.states.children].find((one) => rankOf(one.dataset.state) > rankOf(state));
    this.states.insertBefore(button, after ?? null);
    return button;
  }

  wantWhys(rows) {
    this.page.whys.want(rows.filter(isWaiting));
  }
}
