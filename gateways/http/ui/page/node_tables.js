// The contents of the tabs in the node view.
import { get, getOptional, getText } from "./api.js";
import { el, empty, facts, jsonBox, table } from "./dom.js";
import { duration, moment, timeElement } from "./time.js";

const EVENTS_SHOWN = 200;

function tookText(entry) {
  const begin = moment(entry.started_at), end = moment(entry.finished_at);
  return end === null ? "" : duration(end - begin);
}

function statusChip(status) {
  const kind = { done: "active", failed: "failed", interrupted: "failed", running: "working" }[status] ?? "idle";
  return el("span", { class: "chip", "data-kind": kind }, status);
}

/** The worker's name; its incarnation is in the tooltip. */
function workerName(worker) {
  return el("span", { title: worker }, (worker ?? "").split("/")[0]);
}

/** Every step of every ended workflow: time, worker and the driver's evidence. */
export function ledgerTab(view) {
  const operations = [...view.known.operations].sort((a, b) => moment(b.ended_at) - moment(a.ended_at));
  const rows = operations.flatMap((operation) => (operation.ledger ?? []).map((entry) => [
    operation.kind.replaceAll("_", " "), String(entry.index + 1), `${entry.interface}.${entry.name}`,
    statusChip(entry.status), timeElement(entry.started_at), tookText(entry),
    entry.attempt > 1 ? `attempt ${entry.attempt}` : "", workerName(entry.worker), entry.evidence ?? ""]));
  if (rows.length === 0) return empty("No workflow has ended yet.");
  return table("Ledger", ["Workflow", "#", "Step", "Outcome", "Started", "Duration", "", "Worker", "Evidence"], rows);
}

export async function historyTab(view) {
  const { history } = await get(`${view.path}/history/detail`);
  if (history.length === 0) return empty("The history is empty.");
  return table("History", ["When", "Severity", "Type", "Event", "User"], [...history].reverse().map((one) =>
    [timeElement(one.created_at), one.severity, one.event_type, one.event, one.user ?? ""]));
}

/** The event's data, without the fields that all events have. */
function eventText(event) {
  const { uuid: _uuid, name: _name, ...rest } = event.data ?? {};
  return Object.entries(rest).filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => `${name}: ${typeof value === "object" ? JSON.stringify(value) : value}`).join(", ");
}

export function eventsTab(view) {
  const events = view.known.events.slice(-EVENTS_SHOWN).reverse();
  if (events.length === 0) return empty("No events found.");
  return table("Events", ["#", "When", "Type", "Details"], events.map((event) =>
    [String(event.sequence ?? ""), timeElement(event.time), event.type.replace("ironbus.", ""),
      el("span", { class: "clip" }, eventText(event).slice(0, 400))]));
}

export async function portsTab(view) {
  const { ports } = await get(`${view.path}/ports/detail`);
  if (ports.length === 0) return empty("The node has no ports.");
  return table("Ports", ["Address", "Name", "PXE", "Physical network", "Switch", "Switch port"], ports.map((port) => {
    const link = port.local_link_connection ?? {};
    return [el("code", {}, port.address), port.name ?? "", port.pxe_enabled ? "yes" : "no", port.physical_network ?? "",
      link.switch_info ?? link.switch_id ?? "", link.port_id ?? ""];
  }));
}

/** A size in GiB; "" if it is unknown. */
function gib(bytes) {
  return typeof bytes === "number" ? `${Math.round(bytes / 2 ** 30)} GiB` : "";
}

export async function inventoryTab(view) {
  const found = await getOptional(`${view.path}/inventory`);
  if (!found) return empty("No inventory is stored for this node.");
  const inventory = found.inventory ?? {};
  const { cpu = {}, memory = {}, system_vendor: vendor = {} } = inventory;
  return el("div", {},
    facts([["Vendor", [vendor.manufacturer, vendor.product_name].filter(Boolean).join(" ")],
      ["Serial number", vendor.serial_number], ["Processors", [cpu.count, cpu.model_name, cpu.architecture].filter(Boolean).join(" · ")],
      ["Memory", memory.physical_mb ? `${memory.physical_mb} MiB` : gib(memory.total)], ["BMC", inventory.bmc_address]]),
    inventory.disks?.length ? table("Disks", ["Disk", "Size", "Model", "Serial"], inventory.disks.map((disk) =>
      [disk.name ?? "", gib(disk.size), disk.model ?? "", disk.serial ?? ""])) : null,
    inventory.interfaces?.length ? table("Interfaces", ["Interface", "MAC", "Address", "Carrier"], inventory.interfaces.map((one) =>
      [one.name ?? "", one.mac_address ?? "", one.ipv4_address ?? one.ipv6_address ?? "", one.has_carrier ? "yes" : "no"])) : null,
    el("details", {}, el("summary", {}, "Show all as JSON"), jsonBox(found, "Inventory as JSON")));
}

/** The sensors of the newest `sensors_read` event. */
function sensorRows(events) {
  const last = events.findLast((event) => event.type === "ironbus.sensors_read");
  return Object.entries(last?.data?.sensors ?? {}).flatMap(([type, all]) =>
    Object.entries(all).map(([id, values]) => [type, id, Object.entries(values ?? {})
      .filter(([, value]) => value !== null).map(([name, value]) => `${name} ${value}`).join(", ")]));
}

export async function healthTab(view) {
  const { node, events } = view.known;
  const firmware = (await getOptional(`${view.path}/firmware`))?.firmware ?? [];
  const sensors = sensorRows(events);
  return el("div", {},
    facts([["Health (from the BMC)", el("span", { "data-health": node.health }, node.health ?? "unknown")],
      ["Power", node.power_state ?? "unknown"], ["Fault", node.fault], ["Boot mode", node.boot_mode]]),
    firmware.length ? table("Firmware", ["Component", "Version", "Before"], firmware.map((one) =>
      [one.component, one.current_version ?? "", one.last_version_flashed ?? one.initial_version ?? ""])) : null,
    sensors.length ? table("Sensors", ["Kind", "Sensor", "Readings"], sensors)
                   : empty("No sensor readings found."));
}

/** The link to the live console, if it runs and the user may see it. */
async function consoleLink(view) {
  const found = await getOptional(`${view.path}/states/console`).catch(() => null);
  const info = found?.console_enabled ? found.console_info : null;
  if (!info?.url) return el("p", { class: "muted" }, "The live console is off.");
  const isWeb = /^https?:/.test(info.url);
  return el("p", {}, `Live console (${info.type ?? "unknown type"}): `, isWeb
    ? el("a", { href: info.url, target: "_blank", rel: "noopener noreferrer", id: "console-link" }, info.url)
    : el("code", { id: "console-link" }, info.url));
}

export async function consoleTab(view) {
  return el("div", {}, await consoleLink(view), await consoleLog(view));
}

async function consoleLog(view) {
  try {
    const text = await getText(`${view.path}/console/log`);
    return text ? el("pre", { class: "code console", tabindex: "0", "aria-label": "Console log" }, text)
                : empty("The console log is empty.");
  } catch (failure) {
    return el("p", { class: "muted" }, failure.message);
  }
}

export function fieldsTab(view) {
  const { links: _links, ports: _ports, portgroups: _groups, states: _states, volume: _volume, ...node } = view.known.node;
  return jsonBox(node, "All fields of the node, as JSON");
}
