// Starts the page: model, event stream, views.
import { setReadOnly, toast } from "./actions.js";
import { get } from "./api.js";
import { el, fill, setText } from "./dom.js";
import { FleetView } from "./fleet_view.js";
import { startKeys, showKeys } from "./keys.js";
import { Live } from "./live.js";
import { keepFresh } from "./loader.js";
import { Model } from "./model.js";
import { NodeView } from "./node_view.js";
import { go, readAddress } from "./router.js";
import { RulesView } from "./rules_view.js";
import { startTheme } from "./theme.js";
import { WhyKeeper } from "./why_keeper.js";
import { WhyView } from "./why_view.js";
import { WorkersView } from "./workers_view.js";

const views = { fleet: FleetView, node: NodeView, why: WhyView, rules: RulesView, workers: WorkersView };

const model = new Model();
const page = { model, whys: new WhyKeeper(model), live: new Live(model, showState) };

const liveTexts = { connecting: "connecting", live: "live", loaded: "live", away: "reconnecting", halted: "paused",
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
  const name = path[0] in views ? path[0] : "fleet";
  const key = name === "node" ? `node/${path[1]}` : name;
  if (current.key === key) return current.view.read?.(query);
  current.view?.close();
  const view = new views[name](page, query, path[1]);
  current = { name, key, view };
  const main = document.getElementById("view");
  fill(main, view.root);
  main.focus({ preventScroll: true });
  view.open();
  for (const link of document.querySelectorAll("nav a"))
    link.dataset.view === name ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
  document.title = name === "fleet" ? "ironbus" : `${name} · ironbus`;
}

/** Reads the user's name and rights. Throws if the user may not even read. */
async function readAccess() {
  try {
    const access = await get("/v1/access");
    setReadOnly(access.read_only);
    const user = access.user ?? "";
    setText(document.getElementById("user"), access.read_only ? `${user} (read only)` : user);
  } catch (failure) {
    if (failure.status === 401) throw failure;
    toast(failure.message, "bad"); // probably a short outage: the stream reconnects
  }
}

/** Replaces all views. The browser asks for a password again only after a click on "Log in". */
function showRefusal(failure) {
  fill(document.getElementById("view"), el("div", { class: "page" },
    el("h1", {}, "Cannot show the fleet"),
    el("p", { class: "problem", role: "alert" }, failure.message),
    el("p", {}, el("button", { type: "button", class: "action primary", onclick: () => location.reload() },
      failure.status === 401 ? "Log in" : "Retry"))));
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
  await readAccess(); // first: the browser asks for the password once, not once a request
  keepFresh(model, (failure) => console.warn("cannot refresh nodes:", failure.message));
  addEventListener("hashchange", route);
  if (!location.hash) go("/fleet");
  route();
  page.live.start();
}

start().catch(showRefusal);
