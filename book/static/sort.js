// Tables whose rows can be sorted by any column: its heading becomes a button.

const LANGUAGES = { 繁體中文: "zh-TW", 简体中文: "zh-CN" };

export function makeSortable(table) {
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    const button = document.createElement("button");
    button.append(...heading.childNodes); // with their language
    heading.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = heading.ariaSort === "ascending";
      for (const other of headings) other.ariaSort = null;
      heading.ariaSort = down ? "descending" : "ascending";
      sort(table.tBodies[0], column, LANGUAGES[button.textContent] ?? "en", down);
    });
  });
}

// Empty cells come last.
function sort(body, column, language, down) {
  const { compare } = new Intl.Collator(language);
  const text = (row) => row.cells[column].textContent.trim();
  const rows = [...body.rows].sort((a, b) => {
    const [x, y] = [text(a), text(b)];
    if (!x || !y) return Number(!x) - Number(!y);
    return down ? compare(y, x) : compare(x, y);
  });
  body.append(...rows);
}
