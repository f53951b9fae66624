// Reads what people type into the forms of actions. Errors name the field and what is allowed.

const HINTS = ["model", "vendor", "serial", "size", "wwn", "wwn_with_extension", "wwn_vendor_extension", "rotational",
  "hctl", "name", "by_path"];

/** @param {string} text @returns {string[]} words separated by blanks or commas */
export function words(text) {
  return text.split(/[\s,]+/).filter(Boolean);
}

function parse(text, what) {
  try {
    return JSON.parse(text);
  } catch (failure) {
    throw new Error(`${what}: ${failure.message}`);
  }
}

/** A JSON object, or pairs such as a=1 b="two words". @returns {Object} */
export function readPairs(text, what = "Set") {
  if (text.startsWith("{")) return parse(text, what);
  const out = {};
  for (const pair of text.match(/(?:[^\s"]|"[^"]*")+/g) ?? []) {
    const at = pair.indexOf("=");
    if (at <= 0) throw new Error(`${what}: '${pair}' is no pair; allowed: NAME=VALUE, or a JSON object.`);
    out[pair.slice(0, at)] = pair.slice(at + 1).replaceAll('"', "");
  }
  return out;
}

/** Hints for the disk to deploy to. */
export function readHints(text) {
  const hints = readPairs(text, "Root device hints");
  for (const name of Object.keys(hints))
    if (!HINTS.includes(name))
      throw new Error(`Root device hints: '${name}' is unknown; allowed: ${HINTS.join(", ")}.`);
  if (/^\d+$/.test(hints.size)) hints.size = Number(hints.size);
  if (["true", "false"].includes(hints.rotational)) hints.rotational = hints.rotational === "true";
  return hints;
}

/** @returns {Array<Object>} */
export function readSteps(text) {
  const steps = parse(text, "Steps");
  const isStep = (one) => one && typeof one.interface === "string" && typeof one.step === "string";
  if (!Array.isArray(steps) || steps.length === 0 || !steps.every(isStep))
    throw new Error("Steps: not a list of objects with 'interface' and 'step'.");
  return steps;
}

/** A config drive: an object, or a text that is a URL or base64. */
export function readDrive(text) {
  if (text.startsWith("{")) return parse(text, "Config drive");
  if (!text.includes("://") && !/^[\w\s+/=-]+$/.test(text))
    throw new Error("Config drive: neither a JSON object nor a URL nor base64.");
  return text;
}

/** A name as a part of a JSON pointer (RFC 6901). */
function escaped(name) {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The operations of a PATCH that set and remove members of a field. */
export function propertyPatch(field, set, remove = []) {
  return [...Object.entries(set).map(([name, value]) => ({ op: "add", path: `${field}/${escaped(name)}`, value })),
    ...remove.map((name) => ({ op: "remove", path: `${field}/${escaped(name)}` }))];
}
