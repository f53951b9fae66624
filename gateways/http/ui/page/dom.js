// Creates and updates elements. Data becomes text nodes and attributes only, never markup.

/**
 * Makes an element.
 * @param {string} name
 * @param {Object<string, *>} attributes  names with `on` are listeners; null and false are omitted
 * @param {...(Node|string|number|null|undefined|false|Array)} children
 */
export function el(name, attributes = {}, ...children) {
  const out = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) out.addEventListener(key.slice(2), value);
    else if (key === "value") out.value = value;
    else out.setAttribute(key, value === true ? "" : String(value));
  }
  append(out, children);
  return out;
}

/** Adds children. Flattens lists and skips null, undefined and false. */
export function append(parent, children) {
  for (const child of [children].flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : String(child));
  }
  return parent;
}

/** Replaces all children. */
export function fill(parent, ...children) {
  parent.replaceChildren();
  return append(parent, children);
}

const grouped = new Intl.NumberFormat("en");

/** "10,000" @param {number} count */
export function numberText(count) {
  return grouped.format(count);
}

/** Sets a text only if it differs, as every write costs a layout. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export function setAttribute(node, name, value) {
  if (value === null || value === undefined) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
  } else if (node.getAttribute(name) !== String(value)) {
    node.setAttribute(name, value);
  }
}

/** A table: column heads, then rows of cells (nodes or texts). */
export function table(caption, heads, rows) {
  return el("div", { class: "scroll" },
    el("table", {},
      el("caption", { class: "hidden" }, caption),
      el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, rows.map((cells) => el("tr", {}, cells.map((cell) => el("td", {}, cell)))))));
}

/** A list of names and values. Empty values are omitted. */
export function facts(pairs) {
  const present = pairs.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return el("dl", { class: "facts" },
    present.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
}

export function panel(title, ...children) {
  return el("section", { class: "panel", "aria-label": title }, el("h2", {}, title), children);
}

export function empty(text) {
  return el("p", { class: "muted" }, text);
}

/** A value as indented JSON in a box. */
export function jsonBox(value, label) {
  return el("pre", { class: "code", tabindex: "0", "aria-label": label },
    JSON.stringify(value, null, 2));
}
