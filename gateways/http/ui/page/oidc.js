// Sign-in at an OpenID Connect provider: authorization code flow with PKCE (RFC 7636).

const KEPT = "ironbus.oidc"; // what the page must remember while the browser is at the provider

function random(bytes = 32) {
  return base64Url(crypto.getRandomValues(new Uint8Array(bytes)));
}

function base64Url(bytes) {
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function challengeOf(verifier) {
  return base64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))));
}

/** The page's own address without query and view: the redirect URI to register at the provider. */
function ownAddress() {
  return location.origin + location.pathname;
}

/** Leaves the page for the provider. @param {Object} provider  `oidc` of /v1/sign_in */
export async function goToProvider(provider) {
  const kept = { state: random(), nonce: random(), verifier: random(), place: location.hash };
  sessionStorage.setItem(KEPT, JSON.stringify(kept));
  const query = new URLSearchParams({ response_type: "code", client_id: provider.client_id,
    redirect_uri: ownAddress(), scope: provider.scopes, state: kept.state, nonce: kept.nonce,
    code_challenge: await challengeOf(kept.verifier), code_challenge_method: "S256" });
  const target = new URL(provider.authorization_endpoint);
  for (const [name, value] of query) target.searchParams.set(name, value);
  location.assign(target);
}

/** Removes the provider's answer from the address, so that a reload does not send the code again. */
function readAnswer() {
  const query = new URLSearchParams(location.search);
  if (!query.has("state") || !(query.has("code") || query.has("error"))) return null;
  let kept = null;
  try {
    kept = JSON.parse(sessionStorage.getItem(KEPT));
  } catch {
    // not an entry of this page
  }
  sessionStorage.removeItem(KEPT);
  history.replaceState(null, "", ownAddress() + (kept?.place ?? ""));
  return { query, kept };
}

/**
 * After the return from the provider: the token for `Authorization: Bearer`; null if the page was opened otherwise.
 * Throws if the provider refused or its answer belongs to no request of this page.
 */
export async function tokenFromProvider(provider) {
  const answer = readAnswer();
  if (!answer) return null;
  const { query, kept } = answer;
  if (!kept || kept.state !== query.get("state"))
    throw new Error("The provider's answer belongs to no sign-in of this page. Sign in again.");
  if (query.has("error"))
    throw new Error(`The provider refused the sign-in: ${query.get("error_description") ?? query.get("error")}`);
  const answered = await fetch(provider.token_endpoint, { method: "POST", credentials: "omit",
    body: new URLSearchParams({ grant_type: "authorization_code", code: query.get("code"),
      redirect_uri: ownAddress(), client_id: provider.client_id, code_verifier: kept.verifier }) });
  const text = await answered.text();
  if (!answered.ok) throw new Error(`The provider returned HTTP ${answered.status} for the code.`);
  const tokens = JSON.parse(text);
  if (tokens.id_token && nonceOf(tokens.id_token) !== kept.nonce)
    throw new Error("The provider's token belongs to another sign-in. Sign in again.");
  const token = tokens[provider.token ?? "access_token"];
  if (typeof token !== "string") throw new Error("The provider's answer has no token.");
  return token;
}

/** The nonce of an ID token. The service checks the signature; this only ties the token to the request. */
function nonceOf(token) {
  try {
    return JSON.parse(atob(token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/"))).nonce;
  } catch {
    return undefined;
  }
}
