// What the user may do, and which role an action needs. The service decides; the page only shows it beforehand.
import { get } from "./api.js";

const SYSTEM = "in the system";
const ANY = `member ${SYSTEM}, or in the project of the node's owner or lessee`;
const OPERATE = `member ${SYSTEM} or in the owner's project, or manager in the lessee's project`;
const OWNER = `member ${SYSTEM} or in the owner's project`;
const MANAGER = `member ${SYSTEM}, or manager in the owner's project`;
const ADMIN = `admin ${SYSTEM}`;
const READER = `reader ${SYSTEM}`;

/** The role that each rule needs, unless the operator has changed the rule (api.policy_file). */
const NEEDED_ROLES = {
  "baremetal:node:set_power_state": ANY,
  "baremetal:node:set_maintenance": OPERATE,
  "baremetal:node:clear_maintenance": OPERATE,
  "baremetal:node:set_provision_state": OPERATE,
  "baremetal:node:set_provision_state:clean_steps": OPERATE,
  "baremetal:node:set_provision_state:service_steps": OPERATE,
  "baremetal:node:update_instance_info": OPERATE,
  "baremetal:node:update:properties": OWNER,
  "baremetal:node:traits:set": MANAGER,
  "baremetal:node:traits:delete": MANAGER,
  "baremetal:node:get_console": OWNER,
  "baremetal:node:set_console_state": OWNER,
  "baremetal:inspection_rule:get": READER,
  "baremetal:inspection_rule:create": ADMIN,
  "baremetal:inspection_rule:update": ADMIN,
  "baremetal:inspection_rule:delete": ADMIN,
  "baremetal:conductor:get": READER,
};

let general = { read_only: true, granted: [] }; // until /v1/access has answered
const known = new Map(); // of an owner and a lessee → Set of granted rules

function keyOf(node) {
  return JSON.stringify([node?.owner ?? "", node?.lessee ?? ""]);
}

/** Reads the user's rights. Throws if the service does not answer. */
export async function readRights() {
  general = await get("/v1/access");
  known.clear();
  document.body.classList.toggle("read-only", Boolean(general.read_only));
  return general;
}

/** Reads the rights on nodes, unless they are known: the rules look at owner and lessee only. */
export async function readRightsOn(nodes) {
  if (!general.granted) return;
  const wanted = new Map();
  for (const node of nodes) if (!known.has(keyOf(node))) wanted.set(keyOf(node), node);
  for (const [key, node] of wanted) {
    const query = new URLSearchParams();
    if (node.owner) query.set("owner", node.owner);
    if (node.lessee) query.set("lessee", node.lessee);
    const { granted } = await get(`/v1/access?${query}`);
    known.set(key, new Set(granted ?? []));
  }
}

/** Whether the user may see or do what a rule guards. @param {?Object} node  with owner and lessee; null: no node */
export function isGranted(rule, node = null) {
  if (!general.granted) return !general.read_only || isReading(rule);
  if (node) return known.get(keyOf(node))?.has(rule) ?? false;
  return general.granted.includes(rule);
}

function isReading(rule) {
  return /:(get|list)$/.test(rule) || /:get[_:]/.test(rule);
}

/** The first of the rules that the user lacks; null: none. */
export function lackingRule(rules, node = null) {
  return rules.find((rule) => !isGranted(rule, node)) ?? null;
}

/** "Needs the role …", for an action that is shown disabled. */
export function needText(rule) {
  if (!general.granted) return "Your user may only read (api.read_only_users).";
  return `Needs the role ${NEEDED_ROLES[rule] ?? "that the policy names"} (${rule}).`;
}

/** The rules of a request, for buttons that come with their requests. */
const REQUEST_RULES = [
  ["PUT", /\/states\/provision$/, "baremetal:node:set_provision_state"],
  ["PUT", /\/states\/power$/, "baremetal:node:set_power_state"],
  ["PUT", /\/maintenance$/, "baremetal:node:set_maintenance"],
  ["DELETE", /\/maintenance$/, "baremetal:node:clear_maintenance"],
  ["PUT", /\/states\/console$/, "baremetal:node:set_console_state"],
  ["POST", /^\/v1\/inspection_rules$/, "baremetal:inspection_rule:create"],
  ["POST", /^\/v1\/inspection_rules\/test$/, "baremetal:inspection_rule:create"],
  ["PATCH", /^\/v1\/inspection_rules\//, "baremetal:inspection_rule:update"],
  ["DELETE", /^\/v1\/inspection_rules\//, "baremetal:inspection_rule:delete"],
];

export function rulesOfRequest({ method, path }) {
  return REQUEST_RULES.filter(([verb, pattern]) => verb === method && pattern.test(path)).map(([, , rule]) => rule);
}
