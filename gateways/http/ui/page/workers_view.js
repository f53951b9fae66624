// The conductors, drivers and shards of the fleet, and how long steps take.
import { get, getOptional } from "./api.js";
import { el, empty, fill, panel, table } from "./dom.js";
import { throttled } from "./frame.js";
import { duration, moment, timeElement } from "./time.js";

const REDRAW_MS = 5000;

export class WorkersView {
  constructor(page) {
    this.page = page;
    this.body = el("div", { class: "columns" });
    this.root = el("div", { class: "page" }, el("h1", {}, "Workers and shards"), this.body);
  }

  open() {
    this.load();
    this.stop = this.page.model.onChange(throttled(() => this.render(), REDRAW_MS / 5));
    this.timer = setInterval(() => this.loadWorkers(), REDRAW_MS);
  }

  close() {
    clearInterval(this.timer);
    this.closed = true;
    this.stop();
  }

  async load() {
    // The service counts the whole fleet for these, so they are read only once.
    this.shards = await getOptional("/v1/shards").catch(() => null);
    this.durations = (await getOptional("/v1/durations").catch(() => null))?.durations ?? [];
    await this.loadWorkers();
  }

  async loadWorkers() {
    try {
      const [conductors, drivers] = await Promise.all([
        get("/v1/conductors?detail=true"), get("/v1/drivers")]);
      this.found = { conductors: conductors.conductors, drivers: drivers.drivers };
      this.render();
    } catch (failure) {
      if (!this.closed) fill(this.body, el("p", { class: "problem", role: "alert" }, failure.message));
    }
  }

  render() {
    if (this.closed || !this.found) return;
    fill(this.body, this.conductorPanel(this.found.conductors), this.driverPanel(this.found.drivers),
      this.shardPanel(this.shards?.shards ?? []), this.durationPanel(this.durations ?? []));
  }

  durationPanel(all) {
    if (all.length === 0) return panel("How long steps take", empty("No step has enough finished runs yet."));
    return panel("How long steps take", table("How long steps take",
      ["Driver", "Machine", "Step", "Runs", "Median", "99th percentile"],
      all.map((one) => [one.driver, [one.vendor, one.model].filter(Boolean).join(" ") || "any",
        `${one.interface}.${one.step}`, String(one.runs), duration(1000 * one.median_seconds),
        duration(1000 * one.p99_seconds)])));
  }

  conductorPanel(all) {
    if (all.length === 0) return panel("Conductors", empty("No conductor is alive. The service answers writes with 503."));
    return panel("Conductors", table("Conductors", ["Host", "Group", "Alive", "Up", "Drivers"],
      all.map((one) => [one.hostname, one.conductor_group || "(default)", one.alive ? "yes" : "no",
        upSince(one.created_at), (one.drivers ?? []).join(", ")])));
  }

  driverPanel(all) {
    if (all.length === 0) return panel("Drivers", empty("No driver is available."));
    const nodes = countBy(this.page.model.rows.values(), (row) => row.driver);
    return panel("Drivers", table("Drivers", ["Driver", "Hosts", "Nodes"],
      all.map((one) => [one.name, (one.hosts ?? []).join(", "), String(nodes.get(one.name) ?? 0)])));
  }

  shardPanel(all) {
    const most = Math.max(1, ...all.map((one) => one.count));
    return panel("Shards", el("p", { class: "muted" }, "Nodes by their field shard. Clients use it to split the fleet among themselves."),
      all.length === 0 ? empty("There are no nodes.") : table("Shards", ["Shard", "Nodes", ""],
        all.map((one) => [one.name, String(one.count), barOf(one.count / most)])));
  }
}

function upSince(text) {
  const at = moment(text);
  return at === null ? "–" : el("span", {}, duration(Date.now() - at), " (", timeElement(text), ")");
}

function barOf(share) {
  const bar = el("i");
  bar.style.transform = `scaleX(${share.toFixed(3)})`;
  return el("span", { class: "meter wide", "data-on": "known", "aria-hidden": "true" }, bar);
}

function countBy(rows, key) {
  const out = new Map();
  for (const row of rows) out.set(key(row), (out.get(key(row)) ?? 0) + 1);
  return out;
}
