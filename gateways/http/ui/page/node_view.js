// The view of one node: why, timeline, facts and tabs.
import { get, getOptional } from "./api.js";
import { el, facts, fill, panel, setText } from "./dom.js";
import { throttled } from "./frame.js";
import { tabs } from "./node_tabs.js";
import { timeline } from "./node_timeline.js";
import { sentences, whyPanel } from "./node_why.js";
import { readRightsOn } from "./rights.js";
import { powerText } from "./row_cells.js";
import { kindOf } from "./states.js";
import { timeElement } from "./time.js";

const REREAD_MS = 800;
const EVENTS_MAX = 1000, EVENTS_READ = 50000;

/** The node's events among the newest EVENTS_READ events of the log. */
async function loggedEvents(uuid) {
  const out = [];
  const log = await get("/v1/events?limit=1&compacted=true");
  const since = Math.max(log.oldest, log.newest - EVENTS_READ);
  let query = `/v1/events?node=${uuid}&since=${since}&compacted=true`;
  while (query) {
    const answer = await get(query);
    out.push(...answer.events);
    query = answer.next ? answer.next.slice(answer.next.indexOf("/v1/")) : null;
  }
  return out;
}

export class NodeView {
  constructor(page, query, ident) {
    this.page = page;
    this.ident = ident;
    this.known = { node: null, why: null, operations: [], events: [] };
    this.whyText = "";
    this.parts = { head: el("header", { class: "node-head" }), why: el("div"), time: el("div"), facts: el("div") };
    this.tabs = tabs(this);
    this.root = el("div", { class: "page node" }, this.parts.head,
      el("div", { class: "node-grid" }, el("div", {}, this.parts.why, this.parts.time), this.parts.facts),
      this.tabs.root);
    this.reread = throttled(() => this.reload(), REREAD_MS);
  }

  open() {
    this.reload().then(() => this.readEvents());
    this.stop = this.page.live.onEvent((event) => this.take(event));
    this.timer = setInterval(() => this.tick(), 1000);
  }

  close() {
    this.closed = true;
    this.stop();
    clearInterval(this.timer);
  }

  get path() {
    return `/v1/nodes/${encodeURIComponent(this.known.node?.uuid ?? this.ident)}`;
  }

  take(event) {
    if ((event.data?.uuid ?? event.subject) !== this.known.node?.uuid) return;
    this.known.events.push(event);
    if (this.known.events.length > EVENTS_MAX) this.known.events.shift();
    this.reread();
  }

  async reload() {
    if (this.closed) return;
    try {
      const node = await get(this.path);
      const [why, operations] = await Promise.all([this.readWhy(node), getOptional(`${this.path}/operations`),
        readRightsOn([node])]);
      Object.assign(this.known, { node, why, operations: operations?.operations ?? [] });
      if (!this.closed) this.render();
    } catch (failure) {
      if (!this.closed) fill(this.parts.head, el("h1", {}, this.ident),
        el("p", { class: "problem", role: "alert" }, failure.message));
    }
  }

  /** /why, or what the node itself says to a user who may not see its history. */
  async readWhy(node) {
    return await getOptional(`${this.path}/why`) ?? { ...node, unblocked_by: [], working: null, waiting: null };
  }

  /** Merges the node's events of the log with those the page has received. */
  async readEvents() {
    const uuid = this.known.node?.uuid;
    if (!uuid) return;
    const seen = this.page.live.recent.filter((event) => (event.data?.uuid ?? event.subject) === uuid);
    const logged = await loggedEvents(uuid).catch(() => []);
    const ids = new Set(logged.map((event) => event.id));
    this.known.events = [...logged, ...[...seen, ...this.known.events].filter((event) =>
      !ids.has(event.id) && ids.add(event.id))].slice(-EVENTS_MAX);
    if (!this.closed) this.render();
  }

  render() {
    this.renderHead();
    this.renderWhy();
    fill(this.parts.time, panel("Timeline", timeline(this.known)));
    fill(this.parts.facts, this.factsPanel());
    this.tabs.changed();
  }

  renderHead() {
    const { node } = this.known;
    const kind = kindOf(node.provision_state);
    document.title = `${node.name || node.uuid} · ironbus`;
    fill(this.parts.head,
      el("a", { href: "#/fleet", class: "back" }, "← Fleet"),
      el("h1", {}, node.name || node.uuid),
      el("span", { class: "chip large", "data-kind": kind },
        node.target_provision_state && kind !== "failed"
          ? `${node.provision_state} → ${node.target_provision_state}` : node.provision_state),
      node.maintenance ? el("span", { class: "mark" }, node.fault ? `fault: ${node.fault}` : "maintenance") : null,
      el("span", { class: "grow" }), el("code", { class: "muted" }, node.uuid));
  }

  /** Redraws only if the answer changed, and restores the focus of a button. */
  renderWhy() {
    const { owner, lessee, power_state: power } = this.known.node;
    const text = JSON.stringify([this.known.why, owner, lessee, power]);
    if (text === this.whyText) return;
    this.whyText = text;
    const focused = this.parts.why.contains(document.activeElement) ? document.activeElement.textContent : null;
    fill(this.parts.why, whyPanel(this.known.why, this.known.node, this.reread));
    if (focused) [...this.parts.why.querySelectorAll("button")].find((one) => one.textContent === focused)?.focus();
  }

  tick() {
    const box = this.parts.why.querySelector(".why");
    if (!box) return;
    const texts = sentences(this.known.why);
    [...box.children].forEach((line, at) => setText(line, texts[at] ?? ""));
    if (this.known.why.working) fill(this.parts.time, panel("Timeline", timeline(this.known)));
  }

  factsPanel() {
    const { node } = this.known;
    const power = powerText({ power: node.power_state, targetPower: node.target_power_state });
    return panel("Facts", facts([
      ["Power", power],
      ["Health", node.health ? el("span", { "data-health": node.health }, node.health) : "unknown"],
      ["Driver", node.driver], ["Conductor group", node.conductor_group || "(default)"],
      ["Conductor", node.conductor], ["Resource class", node.resource_class],
      ["Instance", node.instance_uuid], ["Owner", node.owner], ["Lessee", node.lessee],
      ["Shard", node.shard], ["Traits", node.traits?.join(", ")],
      ["Boot mode", node.boot_mode], ["Secure boot", node.secure_boot === null ? null : String(node.secure_boot)],
      ["State since", node.provision_updated_at && timeElement(node.provision_updated_at)],
      ["Enrolled", timeElement(node.created_at)],
      ["Maintenance", node.maintenance ? node.maintenance_reason || "yes" : null],
      ["Last error", node.last_error], ["Description", node.description],
    ]));
  }
}
