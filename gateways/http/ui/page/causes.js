// Groups waiting and failed nodes by cause. Nodes whose `cause.key` in /why is equal form one group.

/** Cached until the row changes. @returns {?{key: string, kind: string, title: string, detail: string}} */
function causeOf(row) {
  if (row.causeOf !== row.version) {
    row.cause = findCause(row);
    row.causeOf = row.version;
  }
  return row.cause;
}

function findCause(row) {
  const cause = row.why?.cause;
  if (cause && row.why.provision_state === row.state && row.why.maintenance === row.maintenance)
    return { key: cause.key ?? JSON.stringify(cause), kind: cause.kind, title: cause.text,
      detail: cause.reason ?? afterwards(row.why.waiting) };
  if (!row.whyOld) return null; // /why has answered: the node is idle
  const kind = ["failed", "working", "waiting"].includes(row.kind) ? row.kind : "hold";
  return { key: row.state, kind, title: row.state, detail: "The reason is not loaded yet." };
}

function afterwards(waiting) {
  return waiting ? `On timeout: ${waiting.on_expiry}` : "";
}

/**
 * @typedef {Object} Group
 * @property {string} key
 * @property {string} kind
 * @property {string} title
 * @property {string} detail
 * @property {import("./model.js").Row[]} rows  longest wait first
 */

const weight = { failed: 0, hold: 1, waiting: 2, working: 3 };

/** @returns {Group[]} failures first, then holds, waits and running work; larger groups first */
export function group(rows) {
  const groups = new Map();
  for (const row of rows) {
    const cause = causeOf(row);
    if (!cause) continue;
    if (!groups.has(cause.key)) groups.set(cause.key, { ...cause, rows: [] });
    groups.get(cause.key).rows.push(row);
  }
  const out = [...groups.values()];
  for (const one of out) one.rows.sort((a, b) => (a.since ?? 0) - (b.since ?? 0));
  return out.sort((a, b) => weight[a.kind] - weight[b.kind] || b.rows.length - a.rows.length);
}
