// The page's Python: a worker that starts in the background, and the models of its widgets.

import { WidgetModel } from "./widget_model.js";

const ENGINE = new URL("engine/", import.meta.url);

export class PagePython {
  models = new Map(); // comm -> model
  waiting = new Map(); // place -> what to do with the model that is made for it
  places = 0;
  state = "asleep"; // then "loading", "ready" or "failed"
  loaded = 0; // bytes
  size = 0;
  listeners = new Set();

  // Called with every change of the state.
  watch(listen) {
    this.listeners.add(listen);
    listen(this);
  }

  change(values) {
    Object.assign(this, values);
    for (const listen of this.listeners) listen(this);
  }

  async start() {
    if (this.state !== "asleep" && this.state !== "failed") return;
    this.change({ state: "loading", loaded: 0 });
    try {
      const answer = await fetch(new URL("manifest.json", ENGINE), { cache: "no-cache" });
      if (!answer.ok) throw new Error(`manifest.json: ${answer.status}`);
      const manifest = await answer.json();
      const { python, files, image } = manifest.parts;
      this.size = python.bytes + files.bytes + image.bytes;
      this.worker = new Worker(new URL("worker.js", ENGINE), { type: "module" });
      this.worker.onmessage = ({ data }) => this.take(data);
      this.worker.onerror = ({ message }) => this.fail(message);
      this.worker.postMessage({ kind: "start", manifest });
    } catch (fault) {
      this.fail(String(fault));
    }
  }

  fail(words) {
    console.warn(words);
    this.worker?.terminate();
    this.change({ state: "failed", words });
  }

  take({ kind, head, buffers, bytes, words, line }) {
    if (kind === "loaded") this.change({ loaded: this.loaded + bytes });
    else if (kind === "ready") this.change({ state: "ready" });
    else if (kind === "failed") this.fail(words);
    else if (kind === "print") console.info(line);
    else this.hear(head, buffers);
  }

  hear(head, buffers) {
    const { kind, comm, data } = head;
    if (kind === "comm_open") {
      const send = (message, views) => this.send({ kind: "comm_msg", comm, data: message }, views);
      this.models.set(comm, new WidgetModel(data, buffers, send));
    } else if (kind === "comm_msg") this.models.get(comm)?.take(data, buffers);
    else if (kind === "comm_close") this.models.delete(comm);
    else if (kind === "made") {
      this.waiting.get(head.place)(this.models.get(comm));
      this.waiting.delete(head.place);
    } else console.warn(head.words);
  }

  send(head, buffers = []) {
    this.worker.postMessage({ head, buffers });
  }

  // A promise of the model of an explorer, once Python is there.
  explorer(name) {
    const place = this.places++;
    this.send({ kind: "explorer", name, place });
    return new Promise((done) => this.waiting.set(place, done));
  }
}
