// How the page shows the states of a node. The service's own table is docs/reference/states.md.

/** @typedef {"idle"|"ready"|"active"|"working"|"waiting"|"hold"|"failed"} Kind */

/** @type {Object<string, Kind>} In display order. */
export const kinds = {
  "enroll": "idle",
  "verifying": "working",
  "manageable": "idle",
  "inspecting": "working",
  "inspect wait": "waiting",
  "inspect failed": "failed",
  "cleaning": "working",
  "clean wait": "waiting",
  "clean hold": "hold",
  "clean failed": "failed",
  "available": "ready",
  "deploying": "working",
  "wait call-back": "waiting",
  "deploy hold": "hold",
  "deploy failed": "failed",
  "active": "active",
  "adopting": "working",
  "adopt failed": "failed",
  "servicing": "working",
  "service wait": "waiting",
  "service hold": "hold",
  "service failed": "failed",
  "rescuing": "working",
  "rescue wait": "waiting",
  "rescue": "active",
  "rescue failed": "failed",
  "unrescuing": "working",
  "unrescue failed": "failed",
  "deleting": "working",
  "error": "failed",
};

const order = new Map(Object.keys(kinds).map((name, at) => [name, at]));

/** @returns {Kind} */
export function kindOf(state) {
  return kinds[state] ?? "idle";
}

export function rankOf(state) {
  return order.get(state) ?? order.size;
}

/** Labels of the buttons. */
export const verbNames = {
  abort: "Abort", active: "Deploy", adopt: "Adopt", available: "Make available", clean: "Clean",
  deleted: "Undeploy", inspect: "Inspect", manage: "Manage", provide: "Provide",
  rebuild: "Rebuild", rescue: "Rescue", service: "Service", unhold: "Unhold",
  unrescue: "Unrescue",
};
