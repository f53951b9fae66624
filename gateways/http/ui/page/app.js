// Starts the page: model, event stream, views.
import { onSignedOut } from "./api.js";
import { el, fill, setText } from "./dom.js";
import { FleetView } from "./fleet_view.js";
import { startKeys, showKeys } from "./keys.js";
import { Live } from "./live.js";
import { keepFresh } from "./loader.js";
import { Model } from "./model.js";
import { NodeView } from "./node_view.js";
import { go, readAddress } from "./router.js";
import { isGranted, readRights } from "./rights.js";
import { RulesView } from "./rules_view.js";
import { readSession, signIn, signOut, userText, userTitle } from "./sign_in.js";
import { startTheme } from "./theme.js";
import { toast } from "./toast.js";
import { WhyKeeper } from "./why_keeper.js";
import { WhyView } from "./why_view.js";
import { WorkersView } from "./workers_view.js";

const views = { fleet: FleetView, node: NodeView, why: WhyView, rules: RulesView, workers: WorkersView };

const model = new Model();
const page = { model, whys: new WhyKeeper(model), live: new Live(model, showState) };

const liveTexts = { connecting: "connecting", live: "live", loaded: "live", away: "reconnecting", halted: "paused",
  refused: "every 30 s",
  loading: "loading", failed: "load failed" };

function showState(state, why) {
  const mark = document.getElementById("live");
  mark.dataset.state = state === "loaded" ? "live" : state;
  mark.title = why ?? "";
  setText(mark, state === "loading" && why ? `${liveTexts[state]} ${why}` : liveTexts[state]);
}

let current = { name: null, key: null, view: null };

/** Shows the view that the address names. An open view only reads the new query. */
function route() {
  const { path, query } = readAddress();
  const name = path[0] in views && isSeen(path[0]) ? path[0] : "fleet";
  const key = name === "node" ? `node/${path[1]}` : name;
  if (current.key === key) return current.view.read?.(query);
  current.view?.close();
  const view = new views[name](page, query, path[1]);
  current = { name, key, view };
  fill(main(), view.root);
  main().focus({ preventScroll: true });
  view.open();
  for (const link of document.querySelectorAll("nav a"))
    link.dataset.view === name ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
  document.title = name === "fleet" ? "ironbus" : `${name} · ironbus`;
}

/** Views that need a rule; the others show what the user may see. */
const viewRules = { rules: "baremetal:inspection_rule:get", workers: "baremetal:conductor:get" };

function isSeen(view) {
  return !viewRules[view] || isGranted(viewRules[view]);
}

const main = () => document.getElementById("view");

/** Shows who uses the page. Only a session can be ended here. */
function showUser(session, access) {
  const user = document.getElementById("user");
  setText(user, userText(session) + (access.read_only && session.user ? " (read only)" : ""));
  user.title = userTitle(session);
  const out = document.getElementById("sign-out");
  out.hidden = !session.csrf_token;
  out.addEventListener("click", () => signOut().catch((failure) => toast(failure.message, "bad")));
  for (const link of document.querySelectorAll("nav a")) link.hidden = !isSeen(link.dataset.view);
}

function showFailure(failure) {
  fill(main(), el("div", { class: "page" },
    el("h1", {}, "Cannot show the fleet"),
    el("p", { class: "problem", role: "alert" }, failure.message),
    el("p", {}, el("button", { type: "button", class: "action primary", onclick: () => location.reload() }, "Retry"))));
}

/** The session has ended: the views make way for the form. */
async function startAgain() {
  onSignedOut(() => {});
  removeEventListener("hashchange", route);
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  current.view?.close();
  await signIn(main(), "The session has ended. Sign in again.");
  location.reload();
}

function startSkip() {
  document.getElementById("skip").addEventListener("click", (event) => {
    event.preventDefault();
    document.getElementById("view").focus();
  });
}

async function start() {
  const theme = startTheme(document.getElementById("theme"));
  document.getElementById("help").addEventListener("click", showKeys);
  startKeys({ theme });
  startSkip();
  const session = await readSession() ?? await signIn(main());
  onSignedOut(startAgain);
  showUser(session, await readRights());
  keepFresh(model, (failure) => console.warn("cannot refresh nodes:", failure.message));
  addEventListener("hashchange", route);
  if (!location.hash) go("/fleet");
  route();
  page.live.start();
}

start().catch(showFailure);
