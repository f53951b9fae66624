// Translates an API request into the equivalent command of the `baremetal` client.

const provision = {
  active: "deploy", deleted: "undeploy", manage: "manage", provide: "provide", inspect: "inspect",
  adopt: "adopt", abort: "abort", rebuild: "rebuild", unhold: "unhold", unrescue: "unrescue",
};

const power = {
  "power on": "power on", "power off": "power off", "rebooting": "reboot",
  "soft power off": "power off --soft", "soft rebooting": "reboot --soft",
};

/** Quotes a word for a POSIX shell. */
export function quote(text) {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${String(text).replaceAll("'", "'\\''")}'`;
}

/** Method, path below the node, command. The first matching row wins. */
const nodeRows = [
  ["PUT", /^states\/provision$/, (body) => provision[body?.target]],
  ["PUT", /^states\/power$/, (body) => power[body?.target]],
  ["PUT", /^maintenance$/, (body) => `maintenance set${body?.reason ? ` --reason ${quote(body.reason)}` : ""}`],
  ["DELETE", /^maintenance$/, () => "maintenance unset"],
  ["PUT", /^states\/console$/, (body) => `console ${String(body?.enabled) === "true" ? "enable" : "disable"}`],
  ["GET", /^$/, () => "show"],
];

/** Puts options after the node: `power off NODE --soft`. */
function placed(words, node) {
  const [verb, ...options] = words.split(/ (?=--)/);
  return ["baremetal node", verb, quote(node), ...options].join(" ");
}

function ruleCommand(method, rest, body) {
  if (method === "DELETE") return `baremetal inspection rule delete ${rest ? quote(rest) : "--all"}`;
  if (method !== "POST" || rest) return null;
  const options = Object.entries(body)
    .map(([name, value]) => `--${name} ${quote(typeof value === "object" ? JSON.stringify(value) : String(value))}`);
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
    const words = row?.[2](body);
    if (words) return placed(words, node ?? inNode[1]);
  }
  const inRules = path.match(/^\/v1\/inspection_rules\/?(.*)$/);
  return (inRules && ruleCommand(method, inRules[1], body)) ?? curlOf(method, path, body);
}

function curlOf(method, path, body) {
  const data = body === undefined || body === null ? ""
    : ` -H 'Content-Type: application/json' -d ${quote(JSON.stringify(body))}`;
  return `curl -X ${method} -H 'X-OpenStack-Ironic-API-Version: latest'${data} "$OS_ENDPOINT"${path}`;
}
