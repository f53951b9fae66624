// Translates an API request into the equivalent command of the `baremetal` client.

const provision = {
  active: "deploy", deleted: "undeploy", manage: "manage", provide: "provide", inspect: "inspect",
  adopt: "adopt", abort: "abort", rebuild: "rebuild", unhold: "unhold", unrescue: "unrescue",
  clean: "clean", service: "service", rescue: "rescue",
};

const power = {
  "power on": ["power on"], "power off": ["power off"], "rebooting": ["reboot"],
  "soft power off": ["power off", "--soft"], "soft rebooting": ["reboot", "--soft"],
};

/** Quotes a word for a POSIX shell. */
export function quote(text) {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${String(text).replaceAll("'", "'\\''")}'`;
}

function textOf(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Members of a provision request: option, and a value shown instead of a secret. */
const provisionOptions = [
  ["clean_steps", "--clean-steps"], ["service_steps", "--service-steps"], ["runbook", "--runbook"],
  ["configdrive", "--config-drive", "FILE"], ["rescue_password", "--rescue-password", "PASSWORD"],
];

function provisionWords(body) {
  const verb = provision[body?.target];
  if (!verb) return null;
  return [verb, ...provisionOptions.filter(([name]) => name in body)
    .flatMap(([name, option, shown]) => [option, shown ?? quote(textOf(body[name]))])];
}

/** Fields whose members the client sets one by one. */
const memberOptions = { instance_info: "--instance-info", properties: "--property", extra: "--extra",
  driver_info: "--driver-info" };

/** A PATCH as `set` or `unset`; null if it does both, or changes something else. */
function patchWords(body) {
  const removes = body.every(({ op }) => op === "remove");
  if (!removes && body.some(({ op }) => op === "remove")) return null;
  const options = body.map(({ path, value }) => {
    const [, field, name] = path.split("/");
    if (!memberOptions[field] || !name) return null;
    return [memberOptions[field], quote(removes ? name : `${name}=${textOf(value)}`)];
  });
  return options.includes(null) ? null : [removes ? "unset" : "set", ...options.flat()];
}

/** Method, path below the node, words of the command: the verb, then its options. The first matching row wins. */
const nodeRows = [
  ["PUT", /^states\/provision$/, (body) => provisionWords(body)],
  ["PUT", /^states\/power$/, (body) => power[body?.target]],
  ["PUT", /^maintenance$/, (body) => ["maintenance set", ...(body?.reason ? ["--reason", quote(body.reason)] : [])]],
  ["DELETE", /^maintenance$/, () => ["maintenance unset"]],
  ["PUT", /^states\/console$/, (body) => [`console ${String(body?.enabled) === "true" ? "enable" : "disable"}`]],
  ["PUT", /^traits\/(.+)$/, (body, trait) => ["add trait", quote(trait)]],
  ["DELETE", /^traits\/(.+)$/, (body, trait) => ["remove trait", quote(trait)]],
  ["PATCH", /^$/, (body) => patchWords(body)],
  ["GET", /^$/, () => ["show"]],
];

function ruleCommand(method, rest, body) {
  if (method === "DELETE") return `baremetal inspection rule delete ${rest ? quote(rest) : "--all"}`;
  if (method !== "POST" || rest) return null;
  const options = Object.entries(body).map(([name, value]) => `--${name} ${quote(textOf(value))}`);
  return `baremetal inspection rule create ${options.join(" ")}`;
}

/**
 * @param {{ method: string, path: string, body: ?Object, node: ?string }} call  node: its name in the command
 * @returns {string}  a curl line if the client has no such command
 */
export function commandOf({ method, path, body, node }) {
  const inNode = path.match(/^\/v1\/nodes\/([^/]+)\/?(.*)$/);
  if (inNode) {
    const row = nodeRows.find(([verb, pattern]) => verb === method && pattern.test(inNode[2]));
    const found = row?.[2](body, inNode[2].match(row[1])[1]);
    if (found) return ["baremetal node", found[0], quote(node ?? inNode[1]), ...found.slice(1)].join(" ");
  }
  const inRules = path.match(/^\/v1\/inspection_rules\/?(.*)$/);
  return (inRules && ruleCommand(method, inRules[1], body)) ?? curlOf(method, path, body);
}

function curlOf(method, path, body) {
  const data = body === undefined || body === null ? ""
    : ` -H 'Content-Type: application/json' -d ${quote(JSON.stringify(body))}`;
  return `curl -X ${method} -H 'X-OpenStack-Ironic-API-Version: latest'${data} "$OS_ENDPOINT"${path}`;
}
