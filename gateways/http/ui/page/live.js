// Keeps the model as the fleet is: first the stream, then the list, then what has come meanwhile.
import { loadFleet } from "./loader.js";
import { EventStream } from "./stream.js";

const KEPT = 500; // events, for pages that show the newest
const RETRY_MS = 3000;
const HIDDEN_MS = 60000; // a tab that nobody looks at for so long stops following

export class Live {
  /** @param {import("./model.js").Model} model @param {function(string, string)} show */
  constructor(model, show) {
    this.model = model;
    this.show = show;
    this.held = [];       // events that wait for the list
    this.loading = false;
    this.wanted = false;  // the list is to be read (again)
    this.recent = [];     // newest last
    this.listeners = new Set();
    this.stream = new EventStream({
      onEvent: (event) => this.take(event),
      onGap: () => this.load(),
      onState: (state, why) => this.stateChanged(state, why),
    });
  }

  onEvent(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  start() {
    this.stream.start();
    let timer = null;
    const go = () => {
      clearTimeout(timer);
      this.stream.start();
    };
    addEventListener("pagehide", () => this.stream.halt());
    addEventListener("pageshow", (event) => event.persisted && go());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) return go();
      timer = setTimeout(() => this.stream.halt(), HIDDEN_MS);
    });
  }

  stateChanged(state, why) {
    this.show(state, why);
    // A service that takes no more followers still has a list to show.
    if (state === "away" && this.model.rows.size === 0) this.load();
  }

  /** Reads the list; events that come meanwhile are newer, and are applied after it. */
  async load() {
    this.wanted = true;
    if (this.loading) return;
    this.loading = true;
    while (this.wanted) {
      this.wanted = false;
      await this.loadOnce();
    }
    this.loading = false;
    for (const event of this.held.splice(0)) this.model.apply(event);
  }

  async loadOnce() {
    try {
      await loadFleet(this.model, (count) => this.show("loading", `${count} nodes`));
      this.show("loaded", "");
    } catch (failure) {
      this.show("failed", failure.message);
      await new Promise((done) => setTimeout(done, RETRY_MS));
      this.wanted = true;
    }
  }

  take(event) {
    if (typeof event?.type !== "string") return;
    this.recent.push(event);
    if (this.recent.length > 2 * KEPT) this.recent.splice(0, KEPT);
    if (this.loading) this.held.push(event);
    else this.model.apply(event);
    for (const listener of this.listeners) listener(event);
  }
}
