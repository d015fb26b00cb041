// What a class gets of predictions: sent without a name, and only where a class serves the book.

import { HAS_CLASS } from "./class.js";
import { keep, recall } from "./memory.js";

const ASKED = "Your class is asked too. What you commit to is sent without your name.";
const SENT = "Sent to your class, without your name.";
const KEPT = "Not sent to your class.";
const SILENT = "Not sent: your class does not answer. Your prediction is kept here.";

const browser = HAS_CLASS && (recall("browser") ?? newId());
let last = Promise.resolve(); // one request after the other: the last choice arrives last

export function joinClass(model, question) {
  if (!HAS_CLASS) return;
  let abstains = recall("abstains") ?? false;
  const address = new URL(`../class/vote/${encodeURIComponent(question)}`, import.meta.url);
  const send = () => {
    const committed = model.get("committed");
    const choice = abstains || committed < 0 ? null : committed;
    const words = abstains ? KEPT : choice === null ? ASKED : SENT;
    last = last.then(async () => model.set("poll", (await put(address, choice)) ?? words));
  };
  model.set("abstains", abstains);
  model.set("poll", abstains ? KEPT : ASKED);
  // What another tab has saved it has sent, too.
  model.on("saved", () => {
    if (abstains && model.get("abstains")) return;
    abstains = model.get("abstains");
    keep("abstains", abstains);
    send();
  });
}

// Why the choice was refused, or nothing.
async function put(address, choice) {
  try {
    const body = JSON.stringify({ browser, choice });
    const answer = await fetch(address, { method: "PUT", body });
    return answer.ok ? undefined : (await answer.json()).words;
  } catch {
    return SILENT;
  }
}

// Random, and the same one for all that this browser sends.
function newId() {
  const id = crypto.getRandomValues(new Uint32Array(4)).join("-");
  keep("browser", id);
  return id;
}
