// A page that was visited opens again without a connection, and so do all pages once the reader has
// asked for it: where the address is secure, a service worker (sw.js) keeps them.

import { element } from "./element.js";
import { ENGINE } from "./python.js";

const ROOT = new URL("../", import.meta.url);

export async function keepPages() {
  if (!navigator.serviceWorker) return;
  await navigator.serviceWorker.register(new URL("sw.js", ROOT), { updateViaCache: "none" });
  const { active } = await navigator.serviceWorker.ready;
  const parts = performance.getEntriesByType("resource").map(({ name }) => name);
  const later = [WORKER, MANIFEST].map((name) => new URL(name, ENGINE).href);
  active.postMessage([location.href, ...parts, ...later].filter((url) => url.startsWith(ROOT)));
  const onclick = () => keepAll(button, active);
  const button = element("button", {
    type: "button",
    className: "rbflib-keep jupyter-button",
    onclick,
  });
  button.textContent = "Keep this book for reading without a connection";
  document
    .querySelector(".sidebar-primary-items__end, .sidebar-primary-item:last-child")
    .append(button);
}

// All pages, and what they show; the button says how far it is.
async function keepAll(button, worker) {
  const files = await (await fetch(new URL("files.json", ROOT))).json();
  const { port1, port2 } = new MessageChannel();
  let left = files.length;
  port1.onmessage = () => {
    left -= 1;
    button.textContent = left ? `${left} of ${files.length} files to go` : "This book is kept.";
  };
  worker.postMessage(
    files.map((name) => new URL(name, ROOT).href),
    [port2],
  );
}
