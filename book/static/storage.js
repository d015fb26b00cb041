// A page's first script: where the browser forbids storage or has no room, the theme's scripts go on, too.

try {
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (...item) {
    try {
      setItem.apply(this, item);
    } catch {
      // memory.js looks whether it is there
    }
  };
  localStorage.length;
} catch {
  const value = { getItem: () => null, setItem() {}, removeItem() {} };
  Object.defineProperty(globalThis, "localStorage", { value });
}
