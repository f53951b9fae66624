// The part of the address after '#': a view's path and a query.

/** @returns {{ path: string[], query: URLSearchParams }} */
export function readAddress() {
  const text = location.hash.replace(/^#\/?/, "");
  const [path, query] = [text.split("?")[0], text.split("?").slice(1).join("?")];
  return { path: path.split("/").filter(Boolean).map(decode), query: new URLSearchParams(query) };
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string} path  "/node/…" */
export function go(path) {
  location.hash = path;
}

/** Changes some parameters of the query: null removes one, a list sets several values. */
export function changeQuery(parts) {
  const { path, query } = readAddress();
  for (const [name, value] of Object.entries(parts)) {
    query.delete(name);
    for (const one of value === null ? [] : [value].flat()) query.append(name, one);
  }
  const text = query.toString();
  history.replaceState(null, "", `#/${path.map(encodeURIComponent).join("/")}${text ? `?${text}` : ""}`);
  dispatchEvent(new HashChangeEvent("hashchange"));
}
