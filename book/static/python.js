// The page's Python: a worker that starts in the background, and the models of its widgets.

import { Model, withBuffers } from "./model.js";
import { addEvents, forgetRecord, record, watch } from "./record.js";

// WORKER and MANIFEST are names that book/build.py puts in: those of this edition.
export const ENGINE = new URL("engine/", import.meta.url);
const CALL_MS = 10_000; // for a call of a function that runs apart

export class PagePython {
  models = new Map(); // comm -> model
  state = "asleep"; // then "loading", "ready" or "failed"
  loaded = 0; // bytes
  size = 0;
  why = ""; // it has failed: a cause of python_line.js
  isKept = true; // whether this browser keeps it for the next page
  listeners = new Set();
  onCell = () => {};
  onRestart = () => {};

  constructor() {
    watch(() => this.state === "ready" && this.sendRecord());
  }

  sendRecord() {
    this.send({ kind: "record", events: record() });
  }

  // Called with every change of the state.
  watch(listen) {
    this.listeners.add(listen);
    listen(this);
  }

  change(values) {
    Object.assign(this, values);
    for (const listen of this.listeners) listen(this);
  }

  start() {
    if (this.state !== "asleep" && this.state !== "failed") return;
    this.change({ state: "loading", loaded: 0 });
    this.worker = this.newWorker(
      (data) => this.take(data),
      (data) => this.fail(data),
    );
  }

  // A worker that starts; take(data) gets its messages, fail(data) the end of it.
  newWorker(take, fail) {
    const worker = new Worker(new URL(WORKER, ENGINE), { type: "module" });
    worker.onmessage = ({ data }) => (data.kind === "failed" ? fail(data) : take(data));
    worker.onerror = ({ message }) => fail({ why: message ? "" : "missing", words: message });
    const { manifest = MANIFEST, module } = this;
    worker.postMessage({ kind: "start", manifest, module });
    return worker;
  }

  async fail({ why, words }) {
    console.warn(words);
    if (this.state === "ready") return this.restart("Python has ended, and begins anew.");
    if (this.worker) terminate(this.worker);
    const isOld = why === "missing" && (await hasNewEdition());
    return this.change({ state: "failed", why: isOld ? "old" : why });
  }

  // Ends what runs, and begins anew.
  restart(why) {
    terminate(this.worker);
    this.models.clear();
    this.change({ state: "asleep" });
    this.onRestart(why);
    this.start();
  }

  take({ kind, head, buffers, bytes, line, manifest, module }) {
    if (kind === "loaded") this.change({ loaded: this.loaded + bytes });
    else if (kind === "manifest") this.change({ manifest, size: bytesOf(manifest, this.module) });
    else if (kind === "unkept") this.change({ isKept: false });
    else if (kind === "ready") this.begin(module);
    else if (kind === "print") console.info(line);
    else this.hear(head, buffers);
  }

  begin(module) {
    this.sendRecord();
    this.change({ state: "ready", module });
  }

  hear(head, buffers) {
    const { kind, comm, data } = head;
    if (kind === "comm_open") {
      const send = (message, views) => this.send({ kind: "comm_msg", comm, data: message }, views);
      const traits = withBuffers(data.state, data.buffer_paths, buffers);
      this.models.set(comm, new Model(traits, send, comm));
    } else if (kind === "comm_msg") this.models.get(comm)?.take(data, buffers);
    else if (kind === "comm_close" || kind === "handled") this.models.get(comm)?.tell(kind);
    else if (head.cell?.widget) this.models.get(head.cell.widget)?.show(head);
    else if (kind === "try") this.tryApart(head.ticket, buffers);
    else if (kind === "keep") addEvents(head.events);
    else if (kind === "forget") forgetRecord();
    else if (kind === "fault") console.warn(head.words);
    else this.onCell(head);
  }

  send(head, buffers = []) {
    this.worker.postMessage({ head, buffers });
  }

  // Runs a reader's function on inputs in a worker of its own, which is ended when a call does not end.
  tryApart(ticket, work) {
    const outcomes = [];
    const asked = this.worker;
    let timer = null;
    const end = (why) => {
      clearTimeout(timer);
      terminate(worker);
      if (asked === this.worker) this.send({ kind: "tried", ticket, end: why }, outcomes);
    };
    const take = ({ kind, head, buffers }) => {
      if (kind === "ready") worker.postMessage({ head: { kind: "try" }, buffers: work });
      if (kind !== "told") return;
      if (head.kind !== "outcome") end(head.kind === "unread" ? "unread" : "");
      else {
        outcomes.push(...buffers);
        clearTimeout(timer);
        timer = setTimeout(end, CALL_MS, "endless");
      }
    };
    const worker = this.newWorker(take, () => end(timer ? "crash" : "unstarted"));
  }
}

// A worker that waits for a file ends with an error: nobody hears it.
function terminate(worker) {
  Object.assign(worker, { onmessage: null, onerror: null }).terminate();
}

// What has to be here before Python starts.
const bytesOf = ({ parts: { python, files, image } }, compiled) =>
  [compiled ? [] : python, files, image].flat().reduce((sum, { bytes }) => sum + bytes, 0);

// Whether this page, as the server has it now, has another script.
async function hasNewEdition() {
  try {
    const text = await (await fetch(location.href, { cache: "no-cache" })).text();
    return !text.includes(document.querySelector("script[src*='book-']").src.split("/").at(-1));
  } catch {
    return false;
  }
}
