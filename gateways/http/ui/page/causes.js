// Groups nodes by why they do not go on.
import { isWaiting } from "./why_keeper.js";

/** What differs from node to node in a text that is otherwise the same. */
const particulars = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, "…"],
  [/\b(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\b/gi, "…"],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, "…"],
  [/\b\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)?/g, "…"],
  [/\d+/g, "#"],
];

/** A text without what names one machine. @param {string} text @param {string} name of the node */
export function common(text, name) {
  const without = name.length > 2 ? text.replaceAll(name, "…") : text;
  return particulars.reduce((out, [pattern, mark]) => out.replace(pattern, mark), without);
}

/** The causes that a row is held up by; found anew only where the row has changed. */
function causesOf(row) {
  if (row.causesOf !== row.version) {
    row.causes = findCauses(row);
    row.causesOf = row.version;
  }
  return row.causes;
}

function findCauses(row) {
  const out = [];
  const waiting = row.why?.waiting;
  if (row.maintenance)
    out.push({ kind: "hold", title: row.fault ? `In maintenance by the service: ${row.fault}` : "In maintenance",
      detail: common(row.why?.maintenance_reason ?? "", row.name) });
  if (row.kind === "failed")
    out.push({ kind: "failed", title: `${row.state}: an operator must decide`,
      detail: common(row.error ?? row.why?.last_error ?? "no reason is known", row.name) });
  else if (waiting)
    out.push({ kind: waiting.for === "operator" ? "hold" : row.kind === "working" ? "working" : "waiting",
      title: `${row.state}: waits for ${common(waiting.who, row.name)}`,
      detail: `${row.step ? `${row.step.text}. ` : ""}When its time is over: ${common(waiting.on_expiry, row.name)}` });
  else if (isWaiting(row) && !row.why)
    out.push({ kind: "waiting", title: row.state, detail: "The reason has not been read yet." });
  return out;
}

/**
 * @typedef {Object} Group
 * @property {string} key
 * @property {string} kind
 * @property {string} title
 * @property {string} detail
 * @property {import("./model.js").Row[]} rows  those that wait longest first
 */

const weight = { failed: 0, hold: 1, waiting: 2, working: 3 };

/** @returns {Group[]} what needs somebody first, then the largest */
export function group(rows) {
  const groups = new Map();
  for (const row of rows) {
    for (const cause of causesOf(row)) {
      const key = `${cause.kind}|${cause.title}|${cause.detail}`;
      if (!groups.has(key)) groups.set(key, { key, ...cause, rows: [] });
      groups.get(key).rows.push(row);
    }
  }
  const out = [...groups.values()];
  for (const one of out) one.rows.sort((a, b) => (a.since ?? 0) - (b.since ?? 0));
  return out.sort((a, b) => weight[a.kind] - weight[b.kind] || b.rows.length - a.rows.length);
}
