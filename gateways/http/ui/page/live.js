// Keeps the model current: opens the event stream, reads the list, then applies the events of the meantime.
import { loadFleet } from "./loader.js";
import { EventStream } from "./stream.js";

const KEPT = 500; // newest events, for the node view
const RETRY_MS = 3000, POLL_MS = 30000;
const HIDDEN_MS = 60000; // a tab hidden for this long closes its stream

export class Live {
  /** @param {import("./model.js").Model} model @param {function(string, string)} show */
  constructor(model, show) {
    this.model = model;
    this.show = show;
    this.held = [];       // events received while the list is read
    this.loading = false;
    this.wanted = false;  // the list must be read (again)
    this.recent = [];     // newest last
    this.listeners = new Set();
    this.polling = null;  // timer, for users who may not follow the events
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
    if (state !== "refused") clearInterval(this.polling);
    else this.polling = setInterval(() => document.hidden || this.load(), POLL_MS);
    this.show(state, why);
    // If the service rejects the stream (too many followers), the page still shows the list.
    if ((state === "away" || state === "refused") && this.model.rows.size === 0) this.load();
  }

  /** Reads the list, then applies the events received during the read: they are newer. */
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
