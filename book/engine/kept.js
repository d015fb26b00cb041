// Parts of Python that stay in this browser: in IndexedDB, the one store that private windows and
// addresses without https have, too. Where it is forbidden or full, a part is fetched each time.

const TRIES = 5; // to get more of a part
const PAUSE_MS = 250; // doubled with each try
const AT_ONCE = 4;
// WebKit's store may never answer where a page was left while it wrote. One that has answered is
// waited for: on a busy computer a part may take longer than this.
const PATIENCE_MS = 10_000;
const EDITIONS = "editions"; // names of the parts of the last two

export class Kept {
  // `folder` has the parts; tell(message) is told how many bytes have come, and why nothing is kept.
  constructor(folder, tell) {
    const database = Promise.race([opened(folder), silence()]);
    Object.assign(this, { folder, tell, database });
    this.database.catch(() => {}); // said when it is asked for
  }

  // The parts one after the other; the next ones are on their way.
  async *inOrder(parts) {
    const waiting = [...parts];
    const coming = [];
    while (waiting.length || coming.length) {
      while (waiting.length && coming.length < AT_ONCE) {
        const part = this.get(waiting.shift());
        part.catch(() => {}); // thrown when it is its turn
        coming.push(part);
      }
      yield await coming.shift();
    }
  }

  async get(part) {
    const kept = await this.ask("readonly", (store) => store.get(part.name));
    if (kept?.byteLength !== part.bytes) return this.fetch(part);
    this.tell({ kind: "loaded", bytes: part.bytes });
    return new Uint8Array(kept);
  }

  // A part from the net. What has come of it before the connection ended is not asked for again.
  async fetch({ name, bytes }) {
    const part = new Uint8Array(bytes);
    let at = 0;
    const take = (piece) => {
      part.set(piece, at); // throws where it is longer
      at += piece.length;
      this.tell({ kind: "loaded", bytes: piece.length });
    };
    const restart = () => {
      this.tell({ kind: "loaded", bytes: -at });
      at = 0;
    };
    for (let tries = 0; at < bytes; ) {
      const before = at;
      const fault = await receive(new URL(name, this.folder), at, take, restart).catch((f) => f);
      tries = at > before ? 0 : tries + 1;
      if (fault?.why) throw fault;
      if (tries === TRIES) throw because(fault ? "cut" : "changed", name);
      if (at < bytes) await new Promise((done) => setTimeout(done, PAUSE_MS * 2 ** tries));
    }
    this.ask("readwrite", (store) => store.put(part.buffer, name));
    return part;
  }

  // What is kept of other editions than this one and the last goes.
  async keepEdition(names) {
    const before = (await this.ask("readonly", (store) => store.get(EDITIONS))) ?? [];
    if (String(before[0]) === String(names)) return;
    const others = before.filter((old) => String(old) !== String(names));
    const editions = [names, ...others].slice(0, 2);
    const wanted = new Set([EDITIONS, ...editions.flat()]);
    const found = await this.ask("readwrite", (store) => {
      store.put(editions, EDITIONS);
      return store.getAllKeys();
    });
    const gone = (found ?? []).filter((name) => !wanted.has(name));
    await this.ask("readwrite", (store) => gone.map((name) => store.delete(name)).at(-1));
  }

  // What the store answers; nothing where it cannot be used.
  async ask(mode, act) {
    try {
      return await answered(await this.database, mode, act);
    } catch (fault) {
      this.tell({ kind: "unkept", words: String(fault) });
    }
  }
}

const silence = () =>
  new Promise((_, fail) => setTimeout(fail, PATIENCE_MS, new Error("The store does not answer.")));

async function opened(folder) {
  const request = indexedDB.open(`rbflib ${new URL(folder).pathname}`, 1);
  request.onupgradeneeded = () => request.result.createObjectStore("parts");
  await new Promise((done, fail) => Object.assign(request, { onsuccess: done, onerror: fail }));
  await answered(request.result, "readonly", (store) => store.count());
  return request.result;
}

async function answered(database, mode, act) {
  const transaction = database.transaction("parts", mode);
  const request = act(transaction.objectStore("parts"));
  await settled(transaction);
  return request?.result;
}

const settled = (transaction) =>
  new Promise((done, fail) => {
    const noRoom = ({ target }) => fail(target.error ?? new Error("There is no room."));
    Object.assign(transaction, {
      oncomplete: done,
      onabort: noRoom,
      onerror: noRoom,
    });
  });

// Gives take() the bytes of a file from a place on; restart() is called where a server begins anew.
async function receive(address, from, take, restart) {
  const response = await fetch(address, from ? { headers: { range: `bytes=${from}-` } } : {});
  if (!response.ok) throw because("missing", `${address}: ${response.status}`);
  if (response.status !== 206) restart();
  try {
    const reader = response.body.getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read())
      take(piece.value);
  } catch (fault) {
    const label = response.headers.get("content-encoding");
    throw label || fault instanceof RangeError ? because("changed", `${address}: ${label}`) : fault;
  }
}

// An error with its cause: see python_line.js.
export const because = (why, words) => Object.assign(new Error(words), { why });
