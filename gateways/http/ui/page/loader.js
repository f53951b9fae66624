// Reads nodes: the whole fleet in pages, or single nodes whose event lacks the new values.
import { get, getOptional } from "./api.js";
import { rowFields } from "./model.js";
import { throttled } from "./frame.js";

const PAGE = 1000;
const SINGLE_MAX = 50; // above this, reading the whole fleet is cheaper for both sides
const SINGLE_PAUSE_MS = 300, ALL_PAUSE_MS = 5000;

/** @param {import("./model.js").Model} model @param {function(number)} progress */
export async function loadFleet(model, progress = () => {}) {
  const seen = new Set();
  let marker = null;
  for (;;) {
    const query = new URLSearchParams({ fields: rowFields.join(","), limit: String(PAGE),
      include_children: "true" });
    if (marker) query.set("marker", marker);
    const { nodes } = await get(`/v1/nodes?${query}`);
    for (const node of nodes) {
      seen.add(node.uuid);
      model.put(node);
    }
    progress(seen.size);
    // Pages are shorter than PAGE if api.max_limit is lower, so only an empty page ends the list.
    if (nodes.length === 0) break;
    marker = nodes.at(-1).uuid;
  }
  model.keep(seen);
  return seen.size;
}

async function readOne(model, uuid) {
  const node = await getOptional(`/v1/nodes/${uuid}?fields=${rowFields.join(",")}`);
  if (node) model.put(node);
  else model.remove(uuid);
}

/** Rereads the nodes that the model has marked, at limited rates. */
export function keepFresh(model, reportError) {
  const readAll = throttled(() => loadFleet(model).catch(reportError), ALL_PAUSE_MS);
  const readMarked = throttled(async () => {
    const marked = [...model.dirty];
    model.dirty.clear();
    if (marked.length > SINGLE_MAX) return readAll();
    for (const uuid of marked) await readOne(model, uuid).catch(reportError);
  }, SINGLE_PAUSE_MS);
  model.onChange(() => {
    if (model.dirty.size > 0) readMarked();
  });
}
