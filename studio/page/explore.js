// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exploring: grids of mutants, crosses and random flames; sweeps of one value; comparing.

import { clamp, el, notice, spell } from "./dom.js";
import { on, question, send } from "./net.js";
import { compareWith, comparing } from "./viewport.js";
import { adopt, editable, schema, state, watch } from "./state.js";
import { valueAt, withValue } from "./dom.js";

const options = {
  operation: "mutate",
  mutation: "",
  strength: 1,
  lockColors: false,
  lockCamera: true,
  lockedXforms: new Set(),
  family: "any",
  crossing: "",
  count: 16,
  other: null,
};
let cells = []; // {model, label, node}
let run = 0;
let urls = [];

/** State for tests. */
window.studioGrid = { pictures: 0, started: 0, finished: 0 };

function freeUrls() {
  for (const url of urls) URL.revokeObjectURL(url);
  urls = [];
}

function pictureOf(cell, bytes, error) {
  if (error) {
    cell.node.classList.add("wrong");
    cell.node.append(error);
    return;
  }
  const url = URL.createObjectURL(new Blob([bytes], { type: "image/jpeg" }));
  urls.push(url);
  cell.node.prepend(el("img", { src: url, alt: cell.label }));
  window.studioGrid.pictures++;
  if (cells.every((other) => other.node.querySelector("img")))
    window.studioGrid.finished = performance.now();
}

function cellNode(cell, choose) {
  const node = el(
    "button.cell",
    {
      title: cell.label + "\nclick: go on from here\nShift-click: compare",
      onclick: (event) => {
        if (event.shiftKey) {
          compareWith(cell.model);
          return;
        }
        choose(cell);
      },
    },
    el("span.tag", {}, cell.label),
  );
  return node;
}

async function grow(grid) {
  const mine = ++run;
  send({ t: "dropCells" });
  freeUrls();
  cells = [];
  grid.replaceChildren();
  window.studioGrid = { pictures: 0, started: performance.now(), finished: 0 };
  const message = {
    t: "breed",
    operation: options.operation,
    model: state.model,
    other: options.other ?? state.model,
    count: Number(options.count),
    seed: Math.floor(Math.random() * 2 ** 48),
    width: 240,
    height: 135,
    quality: 15,
    options: {
      mutation: options.mutation,
      strength: options.strength,
      lockColors: options.lockColors,
      lockCamera: options.lockCamera,
      lockedXforms: [...options.lockedXforms],
      family: options.family,
      crossing: options.crossing,
      width: state.model.settings.size[0],
      height: state.model.settings.size[1],
    },
  };
  try {
    await question(message, (answer, bytes) => {
      if (mine !== run) return;
      if (answer.t === "cell") {
        const cell = { model: answer.model, label: answer.label, node: null };
        cell.node = cellNode(cell, (chosen) => {
          adopt(chosen.model);
          if (options.operation === "mutate") grow(grid);
        });
        cells[answer.slot] = cell;
        grid.append(cell.node);
      } else if (answer.t === "cellPicture" && cells[answer.slot]) {
        pictureOf(cells[answer.slot], bytes, answer.error);
      }
    });
  } catch (error) {
    notice(error.message);
  }
}

const check = (label, key, title) => {
  const input = el("input", { type: "checkbox", checked: options[key] });
  input.onchange = () => {
    options[key] = input.checked;
  };
  return el("label.inline", { title }, input, label);
};

const choice = (label, key, words, render) => {
  const select = el(
    "select",
    { "aria-label": label || key },
    ...words.map(
      ([word, text]) => new Option(text, word, false, String(word) === String(options[key])),
    ),
  );
  select.onchange = () => {
    options[key] = select.value;
    render?.();
  };
  return label ? el("label.inline", {}, label, select) : select;
};

function operationRow(side) {
  const render = () => renderExplore(side);
  const words = (list) => [["", "any"], ...list.map((word) => [word, word])];
  const row = el(
    "div.row",
    {},
    choice(
      "",
      "operation",
      [
        ["mutate", "mutate"],
        ["cross", "cross"],
        ["random", "random"],
      ],
      render,
    ),
  );
  if (options.operation === "mutate") {
    const strength = el("input", {
      type: "range",
      min: 0.05,
      max: 3,
      step: 0.05,
      value: options.strength,
      "aria-label": "Strength",
      title: "strength",
    });
    strength.oninput = () => {
      options.strength = Number(strength.value);
    };
    row.append(
      choice("what", "mutation", words(schema.mutations)),
      el("label.inline", {}, "strength", strength),
    );
  }
  if (options.operation === "cross")
    row.append(
      choice("how", "crossing", words(schema.crossings)),
      el(
        "button",
        {
          onclick: () => {
            options.other = state.model;
            notice("this flame is the partner now; choose another one to cross it with", true);
          },
        },
        options.other ? "partner: " + (options.other.name || "unnamed") : "take this as partner",
      ),
    );
  if (options.operation !== "cross")
    row.append(
      choice(
        "family",
        "family",
        schema.families.map((family) => [family.name, family.name]),
      ),
    );
  return row;
}

function lockRow() {
  if (options.operation !== "mutate") return null;
  const row = el(
    "div.row",
    { style: "margin-top:6px" },
    check("lock colours", "lockColors"),
    check("lock camera", "lockCamera"),
    el("span.dim", {}, "lock xforms"),
  );
  editable().forEach((xform, shown) => {
    const index = state.model.xforms.indexOf(xform);
    row.append(
      el(
        "button.chip",
        {
          "aria-pressed": String(options.lockedXforms.has(index)),
          onclick: (event) => {
            const on = !options.lockedXforms.delete(index);
            if (on) options.lockedXforms.add(index);
            event.currentTarget.setAttribute("aria-pressed", String(on));
          },
        },
        String(shown + 1),
      ),
    );
  });
  return row;
}

//--- sweeps ---

const numbersOf = () => {
  const paths = schema.settings
    .filter((row) => row.kind === "number")
    .map((row) => ["settings", row.name]);
  editable().forEach((xform) => {
    const at = ["xforms", state.model.xforms.indexOf(xform)];
    for (const key of ["weight", "color", "color_speed", "opacity"]) paths.push([...at, key]);
    xform.variations.forEach((use, i) => {
      paths.push([...at, "variations", i, "weight"]);
      for (const param of Object.keys(use.params))
        paths.push([...at, "variations", i, "params", param]);
    });
  });
  return paths;
};

const nameOf = (path) =>
  path[0] === "settings"
    ? path[1]
    : `xform ${path[1] + 1} ` +
      (path[2] === "variations"
        ? `${state.model.xforms[path[1]].variations[path[3]].name} ${path[4] === "weight" ? "weight" : path[5]}`
        : path[2]);

function sweepPanel() {
  const paths = numbersOf();
  const which = el(
    "select",
    { "aria-label": "Value to sweep", style: "max-width:190px" },
    ...paths.map((path, i) => new Option(nameOf(path), i)),
  );
  const from = el("input", {
    type: "number",
    step: "any",
    "aria-label": "from",
    style: "width:70px",
  });
  const to = el("input", { type: "number", step: "any", "aria-label": "to", style: "width:70px" });
  const grid = el("div.cells", { style: "margin-top:8px" });
  which.onchange = () => {
    const value = valueAt(state.model, paths[which.value]) ?? 0,
      reach = Math.max(Math.abs(value), 0.5);
    from.value = spell(value - reach, 4);
    to.value = spell(value + reach, 4);
  };
  which.onchange();
  const start = () => {
    const path = paths[which.value],
      low = Number(from.value),
      high = Number(to.value),
      sheet = [];
    grid.replaceChildren();
    for (let i = 0; i < 12; i++) {
      const value = Number((low + ((high - low) * i) / 11).toPrecision(6));
      const cell = {
        model: withValue(state.model, path, value),
        label: `${nameOf(path)} ${spell(value, 4)}`,
      };
      cell.node = cellNode(cell, (chosen) => adopt(chosen.model));
      grid.append(cell.node);
      sheet.push(cell);
      question(
        { t: "draw", model: cell.model, slot: i, width: 240, height: 135, quality: 20 },
        (answer, bytes) => pictureOf(cell, bytes, answer.error),
      ).catch(() => {});
    }
  };
  return el(
    "section.panel",
    { "aria-label": "Sweep" },
    el("h2", {}, "Contact sheet of one value"),
    el("div.row", {}, which, from, "…", to, el("button", { onclick: start }, "Draw")),
    grid,
  );
}

function comparePanel() {
  const button = el(
    "button",
    {
      onclick: () => {
        compareWith(comparing() ? null : state.model);
        button.textContent = comparing() ? "Stop comparing" : "Compare with this state";
      },
    },
    comparing() ? "Stop comparing" : "Compare with this state",
  );
  return el(
    "section.panel",
    { "aria-label": "Compare" },
    el("h2", {}, "Compare"),
    el(
      "div.row",
      {},
      button,
      el("span.dim", {}, "keeps this state on the right of a wipe; Shift-click a cell for another"),
    ),
  );
}

export function renderExplore(side) {
  const grid = el("div.cells", { id: "grid", "aria-label": "Grid of flames" });
  const start = () => grow(grid);
  side.replaceChildren(
    el(
      "section.panel",
      { "aria-label": "Breed" },
      el("h2", {}, "Breed"),
      operationRow(side),
      lockRow(),
      el(
        "div.row",
        { style: "margin:8px 0" },
        choice("cells", "count", [
          [4, "4"],
          [9, "9"],
          [16, "16"],
          [36, "36"],
        ]),
        el("button.primary", { id: "breed", onclick: start }, "Breed (B)"),
        el("span.dim", {}, "click a cell to go on from it"),
      ),
      grid,
    ),
    comparePanel(),
    sweepPanel(),
  );
  if (cells.length) grid.append(...cells.map((cell) => cell.node));
}

export const breedAgain = () => document.getElementById("breed")?.click();
