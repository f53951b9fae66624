// The tabs of the node view. A tab loads its data when it is opened.
import { el, empty, fill } from "./dom.js";
import { consoleTab, eventsTab, fieldsTab, healthTab, historyTab, inventoryTab, ledgerTab, portsTab } from "./node_tables.js";

const TABS = [
  ["Ledger", ledgerTab], ["History", historyTab], ["Events", eventsTab], ["Ports", portsTab],
  ["Inventory", inventoryTab], ["Health", healthTab], ["Console", consoleTab], ["All fields", fieldsTab],
];

/** Tabs that show the view's own data, and so are redrawn when it changes. */
const FOLLOWING = new Set(["Ledger", "Events", "All fields"]);

/** @param {import("./node_view.js").NodeView} view @returns {{ root: Node, changed: function() }} */
export function tabs(view) {
  let chosen = 0;
  const body = el("div", { role: "tabpanel", id: "tab-body", class: "panel tab-body", tabindex: "0" }, empty("…"));
  const buttons = TABS.map(([name], at) => el("button", { type: "button", role: "tab", id: `tab-${at}`,
    "aria-controls": "tab-body", onclick: () => choose(at) }, name));
  const bar = el("div", { role: "tablist", "aria-label": "Node details", onkeydown: move }, buttons);

  function move(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    choose((chosen + step + TABS.length) % TABS.length);
    buttons[chosen].focus();
  }

  async function choose(at) {
    chosen = at;
    mark();
    await show();
  }

  function mark() {
    buttons.forEach((button, at) => {
      button.setAttribute("aria-selected", String(at === chosen));
      button.tabIndex = at === chosen ? 0 : -1;
    });
    body.setAttribute("aria-labelledby", `tab-${chosen}`);
  }

  async function show() {
    const asked = chosen;
    try {
      const content = await TABS[asked][1](view);
      if (asked === chosen) fill(body, content);
    } catch (failure) {
      if (asked === chosen) fill(body, el("p", { class: "problem", role: "alert" }, failure.message));
    }
  }

  mark();
  let shownOnce = false;
  return {
    root: el("div", { class: "tabs" }, bar, body),
    changed() {
      if (shownOnce && !FOLLOWING.has(TABS[chosen][0])) return;
      shownOnce = true;
      show();
    },
  };
}
