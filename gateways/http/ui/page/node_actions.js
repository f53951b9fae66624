// All actions on nodes: when they fit, which rules they need, their form and their requests.
import { capital, rightfulButton } from "./actions.js";
import { openDialog } from "./action_dialog.js";
import { el } from "./dom.js";
import { propertyPatch, readDrive, readHints, readPairs, readSteps, words } from "./form_values.js";
import { lackingRule, needText } from "./rights.js";
import { verbNames } from "./states.js";

/**
 * @typedef {Object} Subject  a node as the actions see it, from the list or from the API
 * @property {string} uuid
 * @property {string} name
 * @property {string} state
 * @property {?string} power
 * @property {boolean} maintenance
 */

/** @returns {Subject} */
export function subjectOf(node) {
  return { uuid: node.uuid, name: node.name || node.uuid, state: node.state ?? node.provision_state,
    power: node.power ?? node.power_state ?? null, maintenance: Boolean(node.maintenance),
    owner: node.owner ?? "", lessee: node.lessee ?? "" };
}

const node = (rule) => `baremetal:node:${rule}`;
const root = (subject) => `/v1/nodes/${subject.uuid}`;

/** The states from which a target can be requested (docs/reference/states.md). */
const FROM = {
  manage: ["enroll", "available", "inspect failed", "clean failed", "adopt failed"],
  provide: ["manageable"],
  inspect: ["manageable", "inspect failed"],
  clean: ["manageable"],
  adopt: ["manageable", "adopt failed"],
  active: ["available", "deploy failed"],
  rebuild: ["active", "deploy failed", "error"],
  deleted: ["active", "deploy failed", "error", "wait call-back", "rescue", "rescue wait", "rescue failed",
    "unrescue failed", "service wait", "service failed"],
  rescue: ["active", "rescue", "rescue failed", "unrescue failed", "service failed"],
  unrescue: ["rescue", "rescue failed", "unrescue failed"],
  service: ["active", "service failed", "service hold"],
  abort: ["inspect wait", "clean wait", "clean hold", "wait call-back", "deploy hold", "rescue wait", "service wait",
    "service hold", "service failed"],
  unhold: ["clean hold", "deploy hold", "service hold"],
};

const STEP_FIELDS = [
  { name: "steps", label: "Steps, as a JSON list", type: "textarea",
    help: 'Such as [{"interface": "deploy", "step": "erase_devices_metadata"}].' },
  { name: "runbook", label: "Or a runbook", help: "Name or UUID. It replaces the steps." },
];

const IMAGE_FIELDS = [
  { name: "image", label: "Image", rule: node("update_instance_info"),
    help: "URL or path of the image (instance_info.image_source). Empty: the node's own value." },
  { name: "checksum", label: "Checksum", rule: node("update_instance_info"),
    help: "SHA-256 or SHA-512, or the URL of a file with it (instance_info.image_checksum)." },
  { name: "hints", label: "Root device hints", rule: node("update:properties"),
    help: 'Such as name=/dev/sda, or size=">= 100" model=X. Empty: the node\'s own hints.' },
  { name: "drive", label: "Config drive", type: "textarea",
    help: "A JSON object with meta_data, network_data and user_data, or a URL, or base64. Empty: none." },
];

function provision(subject, target, more = {}) {
  return { method: "PUT", path: `${root(subject)}/states/provision`, body: { target, ...more } };
}

function withSteps(target) {
  return (subject, { steps, runbook }) => {
    if (!steps && !runbook) throw new Error("Steps or a runbook is required.");
    if (steps && runbook) throw new Error("Steps and a runbook exclude each other: fill in one of them.");
    return [provision(subject, target, runbook ? { runbook } : { [`${target}_steps`]: readSteps(steps) })];
  };
}

function withImage(target) {
  return (subject, { image, checksum, hints, drive }) => {
    const patch = propertyPatch("/instance_info", { ...(image && { image_source: image }),
      ...(checksum && { image_checksum: checksum }) });
    if (hints) patch.push({ op: "add", path: "/properties/root_device", value: readHints(hints) });
    return [...(patch.length ? [{ method: "PATCH", path: root(subject), body: patch }] : []),
      provision(subject, target, drive ? { configdrive: readDrive(drive) } : {})];
  };
}

function target(name, more = {}) {
  return { group: "Provision", label: verbNames[name], does: `requests the provision action ${name}`,
    rules: [node("set_provision_state")], fits: ({ state }) => FROM[name].includes(state),
    requests: (subject) => [provision(subject, name)], ...more };
}

function power(label, name, fits) {
  return { group: "Power", label, does: `requests the power action ${name}`, rules: [node("set_power_state")], fits,
    requests: (subject) => [{ method: "PUT", path: `${root(subject)}/states/power`, body: { target: name } }] };
}

function consoleAction(label, enabled) {
  return { group: "More", label, does: enabled ? "starts the console" : "stops the console",
    rules: [node("set_console_state")], fits: () => true,
    requests: (subject) => [{ method: "PUT", path: `${root(subject)}/states/console`, body: { enabled } }] };
}

const isOff = ({ power: now }) => now !== "power on";
const isOn = ({ power: now }) => now !== "power off";

/** In the order of the buttons. */
const ACTIONS = [
  target("manage"), target("provide"), target("inspect"), target("adopt"),
  target("clean", { fields: STEP_FIELDS, requests: withSteps("clean"),
    rules: [node("set_provision_state"), node("set_provision_state:clean_steps")] }),
  target("active", { fields: IMAGE_FIELDS, requests: withImage("active") }),
  target("rebuild", { fields: IMAGE_FIELDS, requests: withImage("rebuild") }),
  target("service", { fields: STEP_FIELDS, requests: withSteps("service"),
    rules: [node("set_provision_state"), node("set_provision_state:service_steps")] }),
  target("rescue", { fields: [{ name: "password", label: "Password of the rescue user", type: "password",
    required: true, help: "One line, at most 512 bytes." }],
  requests: (subject, { password }) => [provision(subject, "rescue", { rescue_password: password })] }),
  target("unrescue"), target("abort"), target("unhold"), target("deleted"),
  power("Power on", "power on", isOff), power("Power off", "power off", isOn),
  power("Soft power off", "soft power off", isOn), power("Reboot", "rebooting", isOn),
  power("Soft reboot", "soft rebooting", isOn),
  { group: "More", label: "Maintenance", does: "turns on maintenance: the service leaves the machine alone",
    rules: [node("set_maintenance")], fits: ({ maintenance }) => !maintenance,
    fields: [{ name: "reason", label: "Reason", help: "Shown to others. May be empty." }],
    requests: (subject, { reason }) => [{ method: "PUT", path: `${root(subject)}/maintenance`,
      body: reason ? { reason } : {} }] },
  { group: "More", label: "End maintenance", does: "ends maintenance", rules: [node("clear_maintenance")],
    fits: ({ maintenance }) => maintenance,
    requests: (subject) => [{ method: "DELETE", path: `${root(subject)}/maintenance` }] },
  consoleAction("Start console", true), consoleAction("Stop console", false),
  { group: "More", label: "Traits", does: "changes the traits", rules: [node("traits:set"), node("traits:delete")],
    fits: () => true,
    fields: [{ name: "add", label: "Add", help: "Names of traits, separated by blanks: CUSTOM_GPU." },
      { name: "remove", label: "Remove", help: "Names of traits, separated by blanks." }],
    requests: (subject, { add, remove }) => {
      const path = (trait) => `${root(subject)}/traits/${encodeURIComponent(trait)}`;
      if (!add && !remove) throw new Error("A trait to add or to remove is required.");
      return [...words(add).map((trait) => ({ method: "PUT", path: path(trait) })),
        ...words(remove).map((trait) => ({ method: "DELETE", path: path(trait) }))];
    } },
  { group: "More", label: "Properties", does: "changes the properties", rules: [node("update:properties")],
    fits: () => true,
    fields: [{ name: "set", label: "Set", type: "textarea", help: 'A JSON object, or cpus=8 capabilities="boot_mode:uefi".' },
      { name: "unset", label: "Remove", help: "Names, separated by blanks." }],
    requests: (subject, { set, unset }) => {
      const body = propertyPatch("/properties", set ? readPairs(set) : {}, words(unset));
      if (body.length === 0) throw new Error("A property to set or to remove is required.");
      return [{ method: "PATCH", path: root(subject), body }];
    } },
];

const GROUPS = ["Provision", "Power", "More"];

function openAction(action, subjects, all, done) {
  const many = subjects.length > 1;
  const rest = all - subjects.length;
  const label = many ? `${action.label} (${subjects.length})` : action.label;
  const fields = (action.fields ?? []).map((field) => {
    const lacking = field.rule ? subjects.find((one) => lackingRule([field.rule], one)) : null;
    return lacking ? { ...field, need: needText(field.rule) } : field;
  });
  openDialog({ label, fields, done,
    does: many ? `${capital(action.does)}, for ${subjects.length} nodes, a few at once.` +
      (rest ? ` Nodes in another state are left out: ${rest}.` : "") : `${subjects[0].name}: ${action.does}.`,
    jobs: (values) => subjects.map((subject) => ({ node: subject.name,
      requests: action.requests(subject, values).map((request) => ({ ...request, node: subject.name })) })) });
}

/**
 * Buttons for all actions that fit at least one of the nodes; they act on those.
 * @param {Subject[]} subjects  their rights were read (rights.js)
 * @param {function()} done     called after requests were sent
 * @param {{ without?: Set<string>, before?: function() }} how  labels to omit; called before the dialog opens
 */
export function actionGroups(subjects, done, { without = new Set(), before = () => {} } = {}) {
  return GROUPS.map((group) => {
    const buttons = ACTIONS.filter((action) => action.group === group && !without.has(action.label)).map((action) => {
      const fitting = subjects.filter(action.fits);
      if (fitting.length === 0) return null;
      const lacking = fitting.map((one) => lackingRule(action.rules, one)).find(Boolean);
      const label = fitting.length < subjects.length ? `${action.label} (${fitting.length})` : action.label;
      return rightfulButton(label, lacking, "", () => {
        before();
        openAction(action, fitting, subjects.length, done);
      });
    }).filter(Boolean);
    return buttons.length ? el("div", { class: "buttons left", role: "group", "aria-label": group },
      el("span", { class: "group-name", "aria-hidden": "true" }, group), buttons) : null;
  });
}

/** A dialog that offers the actions for a selection. @param {Subject[]} subjects */
export function openActions(subjects, done) {
  const close = () => dialog.close();
  const from = document.activeElement;
  let chosen = false;
  const groups = actionGroups(subjects, done, { before: () => {
    chosen = true;
    close();
  } });
  const dialog = el("dialog", { "aria-labelledby": "actions-title", class: "actions" },
    el("h2", { id: "actions-title" }, `Actions for ${subjects.length} ${subjects.length > 1 ? "nodes" : "node"}`),
    groups, el("div", { class: "buttons" }, el("button", { type: "button", class: "quiet", onclick: close }, "Cancel")));
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (from?.isConnected) from.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("button")?.focus();
  return () => chosen;
}
