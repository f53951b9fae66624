// Reads /v1/events/stream. EventSource would hide the status code, and 410 needs a reaction.
import { address, headers, noteSignedOut } from "./api.js";

const SILENCE_MS = 45000; // the service sends a keep-alive every 15 s
const SLICE_MS = 6;       // work on events before the browser may draw a frame
const PAUSE_FIRST_MS = 500, PAUSE_LONGEST_MS = 15000;

/** Splits the text of a stream into events. @returns {function(string): Array<{id, event, data}>} */
export function makeParser() {
  let rest = "";
  return (text) => {
    const blocks = (rest + text).replaceAll("\r\n", "\n").split("\n\n");
    rest = blocks.pop();
    return blocks.map(parseBlock).filter((block) => block.data !== "");
  };
}

function parseBlock(block) {
  const out = { id: null, event: "message", data: "" };
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    if (colon <= 0) continue; // a comment or an empty line
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).replace(/^ /, "");
    if (name === "data") out.data += (out.data ? "\n" : "") + value;
    else if (name === "id" || name === "event") out[name] = value;
  }
  return out;
}

/** Lets the browser draw and handle keys. */
function pause() {
  return new Promise((done) => setTimeout(done));
}

export class EventStream {
  /**
   * @param {{ onEvent: function(Object), onGap: function(), onState: function(string, string=) }}
   *   listeners  onGap: earlier events are missing, so read the whole list
   */
  constructor(listeners) {
    this.listeners = listeners;
    this.last = null; // id of the last event, to resume the stream
    this.pause = PAUSE_FIRST_MS;
    this.running = false;
    this.halted = false;
    this.ends = new AbortController();
    this.wake = () => {};
  }

  /** Starts the stream. After halt(): resumes it after the last event. */
  start() {
    this.halted = false;
    this.wake();
    if (!this.running) this.run();
    this.running = true;
  }

  /** Closes the connection: a browser allows six per host, and other tabs need some. */
  halt() {
    this.halted = true;
    this.ends.abort();
  }

  async run() {
    for (;;) {
      if (this.halted) await new Promise((done) => { this.wake = done; });
      this.listeners.onState("connecting");
      let why = "";
      try {
        await this.follow();
      } catch (failure) {
        why = failure.message;
      }
      this.listeners.onState(this.halted ? (why ? "refused" : "halted") : "away", why);
      if (this.halted) continue;
      await new Promise((done) => setTimeout(done, this.pause * (0.5 + Math.random() / 2)));
      this.pause = Math.min(Math.max(this.pause * 2, PAUSE_FIRST_MS), PAUSE_LONGEST_MS);
    }
  }

  async follow() {
    this.ends = new AbortController();
    const resumes = this.last === null ? {} : { "Last-Event-ID": this.last };
    const answer = await fetch(address("/v1/events/stream"),
      { headers: headers(resumes), signal: this.ends.signal, cache: "no-store" });
    if (this.last !== null && (answer.status === 410 || answer.status === 400)) {
      this.last = null;
      this.pause = 0;
      throw new Error("the log no longer has the events after the last one received");
    }
    if (answer.status === 401 || answer.status === 403) this.halt(); // a retry would be refused as well
    if (answer.status === 401) noteSignedOut();
    if (!answer.ok) throw new Error(`the service returned HTTP ${answer.status}`);
    this.pause = PAUSE_FIRST_MS;
    this.listeners.onState("live");
    if (this.last === null) this.listeners.onGap();
    await this.read(answer.body.getReader());
  }

  async read(reader) {
    const decoder = new TextDecoder();
    const parse = makeParser();
    for (;;) {
      const silence = setTimeout(() => this.ends.abort(), SILENCE_MS);
      const { done, value } = await reader.read().finally(() => clearTimeout(silence));
      if (done) return;
      await this.takeAll(parse(decoder.decode(value, { stream: true })));
    }
  }

  /** Thousands of events can arrive at once. Pauses keep the page smooth, and TCP slows the service down. */
  async takeAll(blocks) {
    let began = performance.now();
    for (const block of blocks) {
      this.take(block);
      if (performance.now() - began < SLICE_MS) continue;
      await pause();
      began = performance.now();
    }
  }

  take(block) {
    if (block.id !== null) this.last = block.id;
    try {
      this.listeners.onEvent(JSON.parse(block.data));
    } catch (failure) {
      console.warn("skipped an event:", failure.message);
    }
  }
}
