// Runs the requests of many nodes, a few at once.
import { call } from "./api.js";

const AT_ONCE = 4;

/**
 * @typedef {Object} Job
 * @property {?string} node      its name
 * @property {Array<{method, path, body}>} requests  sent one after the other; the first rejection ends the job
 * @property {string} state      "waiting", "running", "done", "failed" or "stopped"
 * @property {?string} reason    of a failure
 */

export class Run {
  /** @param {Job[]} jobs @param {function(Job)} changed */
  constructor(jobs, changed) {
    this.jobs = jobs;
    this.changed = changed;
    this.stopped = false;
  }

  /** Lets the running requests end and sends no further ones. */
  stop() {
    this.stopped = true;
  }

  /** Runs all jobs that are not done. */
  async start() {
    const open = this.jobs.filter((job) => job.state !== "done");
    for (const job of open) this.set(job, "waiting");
    const work = async () => {
      for (let job = open.shift(); job; job = open.shift()) await this.runOne(job);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  async runOne(job) {
    if (this.stopped) return this.set(job, "stopped");
    this.set(job, "running");
    try {
      for (const { method, path, body } of job.requests) await call(method, path, body);
      this.set(job, "done");
    } catch (failure) {
      this.set(job, "failed", failure.message);
    }
  }

  set(job, state, reason = null) {
    job.state = state;
    job.reason = reason;
    this.changed(job);
  }

  count(state) {
    return this.jobs.filter((job) => job.state === state).length;
  }
}
