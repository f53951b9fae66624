// Signs people in and out: a form for a password or a token, or an OpenID Connect provider.
import { askSession, askWays, call, setForgeryToken } from "./api.js";
import { el, fill } from "./dom.js";
import { goToProvider, tokenFromProvider } from "./oidc.js";

/**
 * @typedef {Object} Session  the answer of /v1/session
 * @property {?string} user
 * @property {?string} method
 * @property {?string[]} roles
 * @property {boolean} system
 * @property {?{id: string, name: string}} project
 * @property {?string} expires_at  null: no session: each request has its own proof, or the service needs none
 * @property {?string} csrf_token
 */

function take(session) {
  setForgeryToken(session.csrf_token);
  return session;
}

/** `Basic` in UTF-8 (RFC 7617). */
function basic(user, password) {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

/** Keystone's tokens have a header of their own; the others are bearer tokens. */
function tokenHeaders(token, ways) {
  const isBearer = token.startsWith("ibt_") || token.includes(".") || !ways.includes("keystone");
  return isBearer ? { Authorization: `Bearer ${token}` } : { "X-Auth-Token": token };
}

/** The session; null: the user must sign in. Other failures throw. @returns {Promise<?Session>} */
export async function readSession() {
  try {
    return take(await askSession("GET"));
  } catch (failure) {
    if (failure.status === 401) return null;
    throw failure;
  }
}

/** Shows the form until a user has signed in. @param {Element} place @returns {Promise<Session>} */
export async function signIn(place, reason = "") {
  const offer = await askWays() ?? { ways: ["http_basic", "token"], oidc: null };
  if (offer.oidc) {
    try {
      const token = await tokenFromProvider(offer.oidc);
      if (token) return take(await askSession("POST", { Authorization: `Bearer ${token}` }));
    } catch (failure) {
      reason = failure.message;
    }
  }
  document.body.classList.add("signed-out");
  const session = await new Promise((done) => fill(place, signInPage(offer, reason, done)));
  document.body.classList.remove("signed-out");
  return session;
}

function field(id, label, attributes) {
  return el("p", { class: "field" }, el("label", { for: id }, label),
    el("input", { id, type: "text", spellcheck: "false", autocapitalize: "none", required: true, ...attributes }));
}

function signInPage(offer, reason, done) {
  const problem = el("p", { class: "problem", role: "alert", hidden: !reason }, reason);
  const has = (...names) => names.some((name) => offer.ways.includes(name));
  const send = async (form, credentials) => {
    const button = form.querySelector("button");
    button.disabled = true;
    try {
      done(take(await askSession("POST", credentials())));
    } catch (failure) {
      problem.hidden = false;
      fill(problem, failure.message);
      form.querySelector("input[type=password]")?.select();
    } finally {
      button.disabled = false;
    }
  };
  const form = (label, credentials, ...parts) => {
    const out = el("form", { "aria-label": label, onsubmit: (event) => {
      event.preventDefault();
      send(out, () => credentials((id) => out.querySelector(`#${id}`).value));
    } }, el("h2", {}, label), parts,
    el("div", { class: "buttons left" }, el("button", { type: "submit", class: "action primary" }, "Sign in")));
    return out;
  };
  const password = has("http_basic") ? form("With a password",
    (value) => ({ Authorization: basic(value("sign-in-user"), value("sign-in-password")) }),
    field("sign-in-user", "User", { autocomplete: "username" }),
    field("sign-in-password", "Password", { type: "password", autocomplete: "current-password" })) : null;
  const token = has("token", "keystone", "oidc") ? form("With a token",
    (value) => tokenHeaders(value("sign-in-token").trim(), offer.ways),
    field("sign-in-token", "Token", { type: "password", autocomplete: "off" })) : null;
  const provider = offer.oidc ? el("button", { type: "button", class: "action primary", id: "sign-in-provider",
    onclick: () => goToProvider(offer.oidc) }, `Sign in at ${new URL(offer.oidc.issuer).host}`) : null;
  requestAnimationFrame(() => document.querySelector(".sign-in input, .sign-in button")?.focus());
  return el("div", { class: "page sign-in" }, el("h1", {}, "Sign in"), problem, provider, password, token,
    password || token || provider ? null
      : el("p", {}, "This service has no way to sign in that a page can use."));
}

/** "ann · admin, system" */
export function userText(session) {
  if (!session.user) return "";
  const scope = session.system ? "system" : session.project ? session.project.name || session.project.id : null;
  return [session.user, scope].filter(Boolean).join(" · ");
}

export function userTitle(session) {
  const parts = [];
  if (session.roles) parts.push(`Roles: ${session.roles.join(", ") || "none"}.`);
  if (session.method) parts.push(`Signed in by ${session.method}.`);
  if (session.expires_at) parts.push(`Until ${new Date(session.expires_at).toLocaleString()}.`);
  return parts.join(" ");
}

/** Ends the session and shows the form again. */
export async function signOut() {
  await call("DELETE", "/v1/session");
  location.reload();
}
