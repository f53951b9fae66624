// Calls the API: with the session's cookie, or with what the browser sends by itself.

/** The root URL of the API: the parent of the page's folder, so that a proxy's prefix is kept. */
const base = new URL("../", location.origin + location.pathname);

let forgeryToken = null; // of the session, for requests that change something
let signedOut = () => {};

/** @param {?string} token  csrf_token of /v1/session */
export function setForgeryToken(token) {
  forgeryToken = token;
}

/** @param {function()} listener  called when the service no longer knows the user */
export function onSignedOut(listener) {
  signedOut = listener;
}

export function noteSignedOut() {
  signedOut();
}

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

/** Headers of every request. "latest" is safe: the page and the service are one build. The second one keeps the
 * browser's own password dialog away. */
export function headers(more = {}) {
  return { "X-OpenStack-Ironic-API-Version": "latest", "X-Requested-With": "ironbus-page", ...more };
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

/** As send(), for a user who was signed in. */
async function sendSigned(path, options) {
  try {
    return await send(path, options);
  } catch (failure) {
    if (failure.status === 401) signedOut();
    throw failure;
  }
}

/** @param {string} path @param {AbortSignal} [signal] */
export async function getText(path, signal) {
  return sendSigned(path, { headers: headers(), signal, cache: "no-store" });
}

export async function get(path, signal) {
  return JSON.parse(await getText(path, signal));
}

/** As get(), but null if the resource or the route does not exist, or the user may not see it. */
export async function getOptional(path, signal) {
  try {
    return await get(path, signal);
  } catch (failure) {
    if ([404, 405, 400, 403, 501].includes(failure.status)) return null;
    throw failure;
  }
}

/** @returns the response's JSON, or null if its body is empty */
export async function call(method, path, body) {
  const more = {};
  if (body !== undefined) more["Content-Type"] = "application/json";
  if (forgeryToken) more["X-Ironbus-CSRF-Token"] = forgeryToken;
  const text = await sendSigned(path, { method, headers: headers(more),
    body: body === undefined ? undefined : JSON.stringify(body) });
  return text ? JSON.parse(text) : null;
}

/** Asks about the session, or begins one with credentials in headers. A 401 is an answer like others here. */
export async function askSession(method, credentials = {}) {
  const text = await send("/v1/session", { method, headers: headers(credentials), cache: "no-store" });
  return JSON.parse(text);
}

/** The ways to sign in; null if the service does not say. */
export async function askWays() {
  try {
    return JSON.parse(await send("/v1/sign_in", { headers: headers(), cache: "no-store" }));
  } catch {
    return null;
  }
}
