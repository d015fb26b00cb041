// What a class gets of predictions: sent without a name, and only where a class serves the book. A
// bar leads to the question that is open.

import { HAS_CLASS } from "./class.js";
import { element } from "./element.js";
import { follow, keep, recall } from "./memory.js";

const ASKED = "Your class is asked too. What you commit to is sent without your name.";
const SENT = "Sent to your class, without your name.";
const KEPT = "Not sent to your class.";
const SILENT = "Not sent yet: it will be sent when your class answers.";
const HERE = { before: "Your class is at this question:", after: "Your class votes again:" };
const PERIOD = 5000; // milliseconds between two requests, and for an answer
const ROOT = new URL("../", import.meta.url);

const browser = HAS_CLASS && (recall("browser") ?? newId());
let unsent = recall("unsent") ?? {}; // question -> its choice, and the round where that comes late
let now = {}; // the question that is open, as the class last said
let last = Promise.resolve(); // one request after the other: the last choice arrives last
const tell = {}; // question -> says what became of its choice, or why it was refused

export function joinClass(model, question) {
  if (!HAS_CLASS) return;
  let abstains = recall("abstains") ?? false;
  tell[question] = (refused) => {
    const words = model.get("committed") < 0 ? ASKED : SENT;
    model.set("poll", refused ?? (model.get("abstains") ? KEPT : words));
  };
  model.set("abstains", abstains);
  tell[question](question in unsent ? SILENT : null);
  // What another tab has saved it has sent, too.
  model.on("saved", () => {
    if (abstains && model.get("abstains")) return;
    abstains = model.get("abstains");
    keep("abstains", abstains);
    if (abstains) for (const vote of Object.values(unsent)) vote.choice = null;
    const committed = model.get("committed");
    send(question, abstains || committed < 0 ? null : committed);
  });
}

function send(question, choice) {
  unsent[question] = { choice };
  keep("unsent", unsent);
  deliver(question);
}

function deliver(question) {
  last = last.then(async () => {
    const vote = unsent[question];
    if (!vote) return; // another tab was quicker
    let refused = SILENT;
    try {
      const path = `vote/${encodeURIComponent(question)}`;
      const answer = await ask(path, { browser, ...vote });
      refused = answer.ok ? null : (await answer.json()).words;
      const comesAgain = answer.status === 429 || answer.status >= 500;
      if (!comesAgain && unsent[question] === vote) delete unsent[question];
    } catch {
      if (now.name === question) vote.round ??= now.state;
    }
    keep("unsent", unsent);
    tell[question]?.(refused);
  });
}

function ask(path, told) {
  const options = { method: "PUT", signal: AbortSignal.timeout(PERIOD) };
  return fetch(new URL(`class/${path}`, ROOT), { ...options, body: JSON.stringify(told) });
}

// Asks the class from now on where it is, and sends what was not sent.
export function followClass() {
  if (!HAS_CLASS) return;
  follow("unsent", (votes) => {
    unsent = votes ?? {};
  });
  const lead = addBar();
  const look = async () => {
    Object.keys(unsent).forEach(deliver);
    if (document.hidden) return;
    try {
      now = await (await ask("now", { browser })).json();
      lead();
    } catch {
      // the next time
    }
  };
  setInterval(look, PERIOD);
  addEventListener("online", look);
  look();
}

function addBar() {
  const words = element("span", { role: "status" });
  const place = element("span");
  const bar = element("p", { className: "rbflib-class", hidden: true }, words, " ", place);
  document.body.append(bar);
  let [shown, seen] = ["", ""];
  return () => {
    const { name, state, address, text } = now;
    const asked = name ? `${name} ${state}` : "";
    const anchor = address?.split("#")[1];
    if (isInSight(document.getElementById(anchor))) seen = asked;
    bar.hidden = !asked || asked === seen;
    if (asked === shown || bar.hidden) return;
    shown = asked;
    words.textContent = anchor ? HERE[state] : text;
    place.replaceChildren(anchor ? linkTo(address) : listOf(now, words));
  };
}

const linkTo = (address) =>
  element("a", { href: new URL(address, ROOT).href, textContent: "go there" });

function isInSight(place) {
  const { top, bottom } = place?.getBoundingClientRect() ?? { top: Infinity };
  return top < innerHeight && bottom > 0;
}

// A question about the page itself is answered in the bar.
function listOf({ name, page, text, choices }, words) {
  const letter = (i) => String.fromCharCode(65 + i); // as on the teacher's page
  const options = choices.map((choice, i) => new Option(`${letter(i)} ${choice}`, i));
  const first = new Option(`choose: page ${page.slice(0, 2)}`, "");
  const list = element("select", { ariaLabel: text }, first, ...options);
  tell[name] = (refused) => {
    words.textContent = `${text} ${refused ?? (list.value ? SENT : "")}`;
  };
  list.onchange = () => send(name, list.value === "" ? null : Number(list.value));
  return list;
}

// Random, and the same one for all that this browser sends.
function newId() {
  const id = crypto.getRandomValues(new Uint32Array(4)).join("-");
  keep("browser", id);
  return id;
}
