// The cells of a row in the fleet list. Only changed cells are rewritten.
import { el, setAttribute, setText } from "./dom.js";
import { moment, roughly } from "./time.js";
import { isWaiting } from "./why_keeper.js";

/** Columns of the list: head, and the order (selection.js) it sorts by. */
export const columns = [
  { head: "Node", sort: "name" },
  { head: "State", sort: "state" },
  { head: "For", sort: "since" },
  { head: "Progress" },
  { head: "Waits for" },
  { head: "Power" },
  { head: "Health" },
  { head: "Driver", sort: "driver" },
];

export function makeRowElement() {
  const box = el("input", { type: "checkbox", tabindex: "-1" });
  const cells = columns.map(() => el("span", { role: "gridcell" }));
  const [name, state, since, progress, waits, power, health, driver] = cells;
  const link = el("a", { class: "name", tabindex: "-1" });
  const mark = el("span", { class: "mark" });
  const bar = el("i");
  const meter = el("span", { class: "meter", "aria-hidden": "true" }, bar);
  const step = el("span", { class: "step" });
  const chip = el("span", { class: "chip" });
  name.append(link, mark);
  state.append(chip);
  progress.append(meter, step);
  const who = el("span", { class: "who" });
  const until = el("span", { class: "until" });
  waits.append(who, until);
  const root = el("div", { role: "row", class: "row" }, el("span", { role: "gridcell", class: "pick" }, box), cells);
  return { root, box, link, mark, chip, since, meter, bar, step, waits, who, until, power, health, driver,
    row: null, version: -1 };
}

/** @param {import("./model.js").Row} row */
export function fillRowElement(parts, row, now) {
  if (parts.row !== row || parts.version !== row.version) fillChanged(parts, row);
  setText(parts.since, row.since === null ? "" : roughly(now - row.since));
  fillProgress(parts, row, now);
  fillWait(parts, row, now);
}

function fillChanged(parts, row) {
  parts.row = row;
  parts.version = row.version;
  setText(parts.link, row.name);
  setAttribute(parts.box, "aria-label", `Select ${row.name}`);
  setAttribute(parts.link, "href", `#/node/${row.uuid}`);
  setText(parts.chip, row.target && row.kind !== "failed" ? `${row.state} → ${row.target}` : row.state);
  setAttribute(parts.chip, "data-kind", row.kind);
  setText(parts.mark, markText(row));
  setAttribute(parts.mark, "title", row.fault ? `maintenance: ${row.fault}` : null);
  setText(parts.power, powerText(row));
  setText(parts.health, row.health ?? "");
  setAttribute(parts.health, "data-health", row.health);
  setText(parts.driver, row.group ? `${row.driver} · ${row.group}` : row.driver);
}

function markText(row) {
  if (row.fault) return "fault";
  return row.maintenance ? "maintenance" : "";
}

export function powerText(row) {
  const now = (row.power ?? "unknown").replace("power ", "");
  return row.targetPower ? `${now} → ${row.targetPower.replace("power ", "")}` : now;
}

/** Progress from 0 to 1; null: unknown. All steps weigh the same; the running one counts by its usual duration. */
function shareOf(step, now) {
  if (!step.of) return null;
  const part = step.ends > step.began ? (now - step.began) / (step.ends - step.began) : 0;
  return Math.min(1, ((step.index ?? 0) + Math.min(0.95, Math.max(0, part))) / step.of);
}

function fillProgress(parts, row, now) {
  const step = row.kind === "working" || row.kind === "waiting" || row.kind === "hold" ? row.step : null;
  const share = step ? shareOf(step, now) : null;
  setAttribute(parts.meter, "data-on", row.kind === "working" || row.kind === "waiting"
    ? (share === null ? "unknown" : "known") : null);
  if (share !== null) parts.bar.style.transform = `scaleX(${share.toFixed(3)})`;
  setAttribute(parts.step, "data-overdue", step?.overdue ? true : null);
  setText(parts.step, row.kind === "failed" ? reasonOf(row.error ?? "") : stepText(step, now));
  setAttribute(parts.step, "title", row.kind === "failed" ? row.error : null);
}

/** The reason of a failure, without the common prefix "… on node UUID: ". */
export function reasonOf(error) {
  return error.replace(/^.{0,120}? on node [0-9a-f-]{36}: /, "");
}

/** "deploy.write_image · 3 of 7 · ~2 m left" */
export function stepText(step, now) {
  if (!step) return "";
  const parts = [step.text];
  if (step.of) parts.push(`${Math.min((step.index ?? 0) + 1, step.of)} of ${step.of}`);
  if (step.overdue) parts.push("overdue");
  else if (step.ends) parts.push(step.ends > now ? `~${roughly(step.ends - now)} left` : "about to end");
  return parts.join(" · ");
}

/** The awaited party and the times: "the agent in the machine", "3 m · 12 m left". */
function fillWait(parts, row, now) {
  const waiting = isWaiting(row) ? row.why?.waiting : null;
  const since = moment(waiting?.since), until = moment(waiting?.until);
  const times = [since === null ? null : roughly(now - since),
    until === null ? null : until > now ? `${roughly(until - now)} left` : "timed out"];
  setText(parts.who, waiting?.who ?? (isWaiting(row) && !row.why ? "…" : ""));
  setText(parts.until, times.filter(Boolean).join(" · "));
  setAttribute(parts.waits, "title", waiting ? waiting.who : null);
}
