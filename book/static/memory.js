// What a reader has done, from day to day: on this computer, and sent nowhere. Where the browser
// forbids it or has no room, all goes on, and nothing is remembered.

const NAME = (key) => `rbflib ${key}`;

export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(NAME(key)));
  } catch {
    return null;
  }
}

// Whether it is remembered.
export function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(NAME(key));
    else localStorage.setItem(NAME(key), JSON.stringify(value));
  } catch {
    // forbidden, or full: it is not there
  }
  return JSON.stringify(recall(key)) === JSON.stringify(value);
}

// Calls action(value) when another tab has remembered another value.
export function follow(key, action) {
  addEventListener("storage", (event) => {
    if (event.key === NAME(key)) action(recall(key));
  });
}

export function forgetEverything() {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(NAME(""))) localStorage.removeItem(key);
}
