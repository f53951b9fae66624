// Calls the API with the browser's own credentials.

/** The root URL of the API: the parent of the page's folder, so that a proxy's prefix is kept. */
const base = new URL("../", location.origin + location.pathname);

export class ApiError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** @param {string} path  "/v1/nodes?limit=1" @returns {string} */
export function address(path) {
  return new URL(path.replace(/^\//, ""), base).href;
}

/** Headers of every request. "latest" is safe: the page and the service are one build. */
export function headers(more = {}) {
  return { "X-OpenStack-Ironic-API-Version": "latest", ...more };
}

/** The message of an error body, in any of the API's three formats. */
function reasonOf(text, status) {
  try {
    const outer = JSON.parse(text);
    const inner = typeof outer.error_message === "string" ? JSON.parse(outer.error_message)
                                                          : outer.error_message ?? outer;
    return inner.faultstring || inner.description || inner.title || text;
  } catch {
    return text || `The service returned HTTP ${status}.`;
  }
}

async function send(path, options) {
  let answer;
  try {
    answer = await fetch(address(path), options);
  } catch (failure) {
    if (failure.name === "AbortError") throw failure;
    throw new ApiError(0, `Cannot reach the service at ${base.host}.`);
  }
  const text = await answer.text();
  if (!answer.ok) throw new ApiError(answer.status, reasonOf(text, answer.status));
  return text;
}

/** @param {string} path @param {AbortSignal} [signal] */
export async function getText(path, signal) {
  return send(path, { headers: headers(), signal, cache: "no-store" });
}

export async function get(path, signal) {
  return JSON.parse(await getText(path, signal));
}

/** As get(), but null if the resource or the route does not exist. */
export async function getOptional(path, signal) {
  try {
    return await get(path, signal);
  } catch (failure) {
    if ([404, 405, 400, 501].includes(failure.status)) return null;
    throw failure;
  }
}

/** @returns the response's JSON, or null if its body is empty */
export async function call(method, path, body) {
  const text = await send(path, {
    method,
    headers: body === undefined ? headers() : headers({ "Content-Type": "application/json" }),
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return text ? JSON.parse(text) : null;
}
