// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The folder: thumbnails of all its flames, with search, sorting and stars. The page holds only the
// visible cells, so a folder of thousands scrolls as fast as one of ten.

import { clamp, el, notice } from "./dom.js";
import { question, send } from "./net.js";
import { openFlame } from "./files.js";

let entries = [];
let coming = null; // the list being received
let refill = () => {}; // updates the visible workspace
const view = { search: "", sort: "file", starred: false };

const keyOf = (entry) => `${entry.file}#${entry.index ?? 0}`;

function matches(entry) {
  if (view.starred && !entry.star) return false;
  const text =
    `${entry.file} ${entry.name ?? ""} ${entry.nick ?? ""} ${(entry.variations ?? []).join(" ")}`.toLowerCase();
  return view.search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const kNames = new Intl.Collator(undefined, { numeric: true });
const kOrders = {
  file: (a, b) => kNames.compare(a.file, b.file) || (a.index ?? 0) - (b.index ?? 0),
  name: (a, b) => kNames.compare(a.name ?? "", b.name ?? ""),
  xforms: (a, b) => (b.xforms ?? 0) - (a.xforms ?? 0),
  variations: (a, b) => (b.variations?.length ?? 0) - (a.variations?.length ?? 0),
};

//--- cells ---

function setStar(entry, on, star) {
  entry.star = on;
  star?.setAttribute("aria-pressed", String(on));
  send({ t: "star", key: keyOf(entry), on });
}

function faceOf(entry) {
  const source = `/thumbnail?file=${encodeURIComponent(entry.file)}&index=${entry.index}&v=${entry.stamp}`;
  const title = `${entry.file}${entry.index ? " #" + entry.index : ""}\n${entry.variations.join(", ")}`;
  return el(
    "button.face",
    {
      title,
      "data-file": entry.file,
      tabIndex: -1,
      "aria-label": entry.name || entry.file,
      onclick: () => openFlame(entry.file, entry.index),
    },
    el("img", { src: source, decoding: "async", alt: "" }),
    el("span.tag", {}, entry.name || entry.file),
  );
}

function cellOf(entry) {
  if (entry.error)
    return el(
      "div.cell.wrong",
      { role: "listitem" },
      el(
        "button.face",
        { title: entry.error, tabIndex: -1 },
        el("b", {}, entry.file),
        " ",
        entry.error,
      ),
    );
  const star = el(
    "button.star",
    {
      "aria-label": "Star " + (entry.name || entry.file),
      tabIndex: -1,
      "aria-pressed": String(!!entry.star),
      onclick: () => setStar(entry, !entry.star, star),
    },
    "★",
  );
  return el("div.cell", { role: "listitem" }, faceOf(entry), star);
}

//--- the part of the grid that is seen ---

const kGap = 8,
  kNarrowest = 150;
const kSpareRows = 3; // above and below the visible rows

/** A grid of cells for the entries of `shown`, in `box`, which `scroller` scrolls. */
class Grid {
  constructor(box, scroller) {
    Object.assign(this, { box, scroller, shown: [], cells: new Map(), focused: 0, isAsked: false });
    this.layOutSoon = () => {
      if (this.isAsked) return;
      this.isAsked = true;
      requestAnimationFrame(() => {
        this.isAsked = false;
        if (box.isConnected) this.layOut();
        else this.end();
      });
    };
    scroller.addEventListener("scroll", this.layOutSoon, { passive: true });
    this.sizes = new ResizeObserver(this.layOutSoon);
    this.sizes.observe(box);
    box.addEventListener("keydown", (event) => this.press(event));
    box.addEventListener("focusin", (event) => {
      const index = Number(event.target.closest(".cell")?.dataset.at);
      if (Number.isFinite(index)) this.focused = index;
    });
  }

  end() {
    this.scroller.removeEventListener("scroll", this.layOutSoon);
    this.sizes.disconnect();
  }

  fill(shown) {
    this.shown = shown;
    this.focused = clamp(this.focused, 0, Math.max(0, shown.length - 1));
    this.cells.clear();
    this.box.replaceChildren();
    this.layOut();
  }

  measure() {
    const width = this.box.clientWidth || 600;
    this.columns = Math.max(1, Math.floor((width + kGap) / (kNarrowest + kGap)));
    this.wide = (width + kGap) / this.columns - kGap;
    this.high = Math.round((this.wide * 9) / 16);
    this.rows = Math.ceil(this.shown.length / this.columns);
    this.box.style.height = Math.max(0, this.rows * (this.high + kGap) - kGap) + "px";
  }

  /** Adds the cells that are visible now and removes the others. */
  layOut() {
    this.measure();
    const top = this.scroller.getBoundingClientRect().top - this.box.getBoundingClientRect().top;
    const row = (y) => Math.floor(y / (this.high + kGap));
    const first = clamp(row(top) - kSpareRows, 0, this.rows) * this.columns;
    const last = Math.min(
      this.shown.length,
      (row(top + this.scroller.clientHeight) + 1 + kSpareRows) * this.columns,
    );
    for (const [index, cell] of this.cells)
      if ((index < first || index >= last) && !cell.contains(document.activeElement)) {
        cell.remove();
        this.cells.delete(index);
      }
    for (let index = first; index < last; index++) this.put(index);
  }

  put(index) {
    let cell = this.cells.get(index);
    if (!cell) {
      cell = cellOf(this.shown[index]);
      cell.dataset.at = index;
      cell.setAttribute("aria-setsize", this.shown.length);
      cell.setAttribute("aria-posinset", index + 1);
      this.cells.set(index, cell);
      this.box.append(cell);
    }
    const x = (index % this.columns) * (this.wide + kGap),
      y = Math.floor(index / this.columns) * (this.high + kGap);
    cell.style.cssText = `width:${this.wide}px;height:${this.high}px;transform:translate(${x}px,${y}px)`;
    for (const button of cell.children) button.tabIndex = index === this.focused ? 0 : -1;
  }

  press(event) {
    const steps = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -this.columns,
      ArrowDown: this.columns,
      Home: -1e9,
      End: 1e9,
      PageUp: -4 * this.columns,
      PageDown: 4 * this.columns,
    };
    if (
      event.key.toLowerCase() === "s" &&
      !event.ctrlKey &&
      !event.metaKey &&
      this.shown[this.focused]
    ) {
      const entry = this.shown[this.focused];
      setStar(entry, !entry.star, this.cells.get(this.focused)?.querySelector(".star"));
      return event.stopPropagation();
    }
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    this.focused = clamp(this.focused + step, 0, this.shown.length - 1);
    const y = Math.floor(this.focused / this.columns) * (this.high + kGap);
    const top =
      this.box.getBoundingClientRect().top -
      this.scroller.getBoundingClientRect().top +
      this.scroller.scrollTop +
      y;
    if (top < this.scroller.scrollTop) this.scroller.scrollTop = top - kGap;
    else if (top + this.high > this.scroller.scrollTop + this.scroller.clientHeight)
      this.scroller.scrollTop = top + this.high - this.scroller.clientHeight + kGap;
    this.layOut();
    this.cells.get(this.focused)?.querySelector(".face").focus({ preventScroll: true });
  }
}

//--- the workspace ---

/**
 * Lists the folder again. The old list stays until the new one is complete. Late parts of an older
 * listing are ignored.
 */
async function load() {
  const list = (coming = []);
  const isFirst = !entries.length;
  let last = 0;
  const end = () => {
    coming = null;
    refill();
  };
  refill();
  await question({ t: "folder" }, (message) => {
    if (message.t !== "folder" || list !== coming) return;
    list.push(...message.entries);
    if (message.last || isFirst) entries = list;
    if (message.last) end();
    else if (isFirst && performance.now() - last > 400) {
      last = performance.now();
      refill();
    }
  }).catch((error) => {
    if (list === coming) end();
    notice(error.message);
  });
}

export function renderFolder(side) {
  const box = el("div", { id: "thumbnails", role: "list", "aria-label": "Flames of the folder" });
  const grid = new Grid(box, side);
  const count = el("span.dim", { role: "status" });
  const search = el("input", {
    type: "search",
    id: "searchfolder",
    placeholder: "search names and variations",
    "aria-label": "Search the folder",
    value: view.search,
  });
  const sort = el(
    "select",
    { "aria-label": "Order" },
    ...Object.keys(kOrders).map((word) => new Option(word, word, false, word === view.sort)),
  );
  const starred = el("input", { type: "checkbox", checked: view.starred });
  const fill = () => {
    const shown = entries.filter(matches).sort(kOrders[view.sort]);
    count.textContent = coming ? `${entries.length} …` : `${shown.length} of ${entries.length}`;
    grid.fill(shown);
  };
  let timer = 0;
  search.oninput = () => {
    view.search = search.value;
    clearTimeout(timer);
    timer = setTimeout(fill, 80);
  };
  search.onkeydown = (event) => {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      box.querySelector('.face[tabindex="0"]')?.focus();
    }
  };
  sort.onchange = () => {
    view.sort = sort.value;
    fill();
  };
  starred.onchange = () => {
    view.starred = starred.checked;
    fill();
  };
  refill = fill;
  side.replaceChildren(
    el(
      "section.panel",
      {},
      el(
        "div.row",
        {},
        search,
        sort,
        el("label.inline", {}, starred, "starred"),
        el("button", { onclick: load }, "Reload"),
        count,
      ),
    ),
    el("section.panel", { style: "border:0" }, box),
  );
  if (entries.length) fill();
  else if (!coming) load();
}
