// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The editing workspace: xforms with their variations, picture and camera, tone and filters,
// messages and IR.

import { $, ask, clamp, el, notice, say, spell, tabs } from "./dom.js";
import {
  colorField,
  follower,
  numberField,
  numberInput,
  pairField,
  showMessages,
  textField,
  wordField,
} from "./fields.js";
import { question } from "./net.js";
import { palettePanel } from "./palette.js";
import {
  change,
  editable,
  finalName,
  get,
  isFinal,
  newXform,
  userVariations,
  paletteColor,
  schema,
  select,
  selectable,
  selectedPath,
  selectedXform,
  set,
  settle,
  shortLabel,
  state,
  variationOf,
  watch,
} from "./state.js";

let tab = "xforms";
const kTabs = [
  ["xforms", "Xforms"],
  ["colours", "Colours"],
  ["picture", "Picture"],
  ["tone", "Tone"],
  ["code", "Code"],
];

export function renderEdit(side) {
  const bar = el("div.subtabs");
  tabs(bar, kTabs, tab, (key) => {
    tab = key;
    renderEdit(side);
  });
  const body = el("div", { role: "tabpanel", "aria-label": tab });
  side.replaceChildren(bar, body);
  ({ xforms: xformsTab, colours: coloursTab, picture: pictureTab, tone: toneTab, code: codeTab })[
    tab
  ](body);
  showMessages();
}

//--- xforms ---

function panel(title, ...children) {
  return el(
    "section.panel",
    { "aria-label": typeof title === "string" ? title : undefined },
    el("h2", {}, title),
    ...children,
  );
}

function xformChips() {
  const chips = el("div.chips", { role: "group", "aria-label": "Xforms" });
  for (const [which, xform] of selectable())
    chips.append(
      chip(
        which,
        (isFinal(which) ? shortLabel(which).replace("F", "final ").trim() : shortLabel(which)) +
          (xform.name ? " " + xform.name : ""),
        xform,
      ),
    );
  chips.append(
    el(
      "button.chip",
      { title: "Add an xform", "aria-label": "Add an xform", onclick: addXform },
      "+",
    ),
  );
  chips.append(
    el(
      "button.chip",
      { title: "Add a final xform, which every point passes behind the others", onclick: addFinal },
      "+ final",
    ),
  );
  return chips;
}

function chip(which, label, xform) {
  const swatch = el("span.swatch", { style: `background:${paletteColor(xform.color)}` });
  return el(
    "button.chip",
    { "aria-pressed": String(which === state.selected), onclick: () => select(which) },
    swatch,
    label,
  );
}

function insertXform(xform) {
  const xforms = state.model.xforms.slice();
  const at = xforms.findIndex((other) => other.made);
  const index = at < 0 ? xforms.length : at;
  xforms.splice(index, 0, xform);
  for (let i = 0; i < xforms.length; i++)
    if (xforms[i].chaos?.length > index) {
      const chaos = xforms[i].chaos.slice();
      chaos.splice(index, 0, 1);
      xforms[i] = { ...xforms[i], chaos };
    }
  state.selected = index;
  change({ ...state.model, xforms });
  settle();
}
const addXform = () => insertXform(newXform());

function addFinal() {
  const finals = state.model.finals;
  state.selected = finalName(finals.length);
  change({
    ...state.model,
    finals: [...finals, { ...newXform(), coefs: [1, 0, 0, 1, 0, 0], color: 0, color_speed: 0 }],
  });
  settle();
}

function removeXform() {
  if (isFinal(state.selected)) {
    change({
      ...state.model,
      finals: state.model.finals.filter((xform) => xform !== selectedXform()),
    });
    return settle();
  }
  if (editable().length < 2) return notice("a flame has one xform at least");
  const index = state.model.xforms.indexOf(selectedXform());
  const xforms = state.model.xforms
    .filter((_, i) => i !== index)
    .map((xform) =>
      xform.chaos?.length > index
        ? { ...xform, chaos: xform.chaos.filter((_, i) => i !== index) }
        : xform,
    );
  change({ ...state.model, xforms });
  settle();
}

function xformsTab(body) {
  if (!selectedXform()) return;
  const path = selectedPath(),
    last = isFinal(state.selected);
  body.append(panel("Xforms", xformChips()));
  body.append(
    panel(
      el(
        "span.row",
        { style: "width:100%" },
        el(
          "span",
          {},
          (last ? "Final xform " : "Xform ") + shortLabel(state.selected).replace("F", ""),
        ),
        el("span.grow"),
        last
          ? null
          : el(
              "button.plain",
              { title: "Duplicate", onclick: () => insertXform(structuredClone(selectedXform())) },
              "duplicate",
            ),
        el("button.plain", { title: "Remove", onclick: removeXform }, "remove"),
      ),
      last
        ? null
        : numberField("weight", [...path, "weight"], {
            min: 0,
            from: 0,
            to: 2,
            title: "how often it is chosen",
            usual: 0.5,
          }),
      numberField("colour", [...path, "color"], { from: 0, to: 1, title: "place in the palette" }),
      numberField("colour speed", [...path, "color_speed"], {
        from: 0,
        to: 1,
        title: "0 keeps the colour of the point, 1 replaces it",
        usual: 0.5,
      }),
      numberField("opacity", [...path, "opacity"], { min: 0, from: 0, to: 1, usual: 1 }),
      numberField("direct colour", [...path, "var_color"], {
        from: 0,
        to: 1,
        title: "how far variations that set the colour take it there",
        usual: 1,
      }),
      numberField("animate", [...path, "animate"], {
        from: 0,
        to: 1,
        title: "0: loops and edges do not turn it",
        usual: 1,
      }),
      textField("name", [...path, "name"]),
    ),
  );
  body.append(variationsPanel(path));
  body.append(affinePanel(path));
  body.append(motionPanel(path));
  if (!last) body.append(xaosPanel());
  body.append(symmetryPanel());
}

//--- variations ---

const usualSpan = (param) => {
  const low = param.min ?? Math.min(-2, param.default - 2),
    high = param.max ?? Math.max(2, param.default * 2 + 2);
  return { from: Math.max(low, -1e3), to: Math.min(high, 1e3) };
};

function variationsPanel(path) {
  const uses = selectedXform().variations;
  const cards = uses.map((use, index) => variationCard([...path, "variations", index], use));
  return panel(
    el(
      "span.row",
      { style: "width:100%" },
      "Variations",
      el("span.grow"),
      el(
        "button",
        { id: "addvariation", onclick: (event) => chooser(event.target.closest("section"), path) },
        "+ variation",
      ),
    ),
    ...cards,
  );
}

function thumbnailOf(name) {
  return el("img.thumb", {
    src: `/variations/${encodeURIComponent(name)}.jpg`,
    alt: "",
    loading: "lazy",
    width: 40,
    height: 30,
    onerror: (event) => {
      event.target.style.visibility = "hidden";
    },
  });
}

/**
 * Returns `use` with a repeat number if others at the same place have its name. Files need the
 * number to tell them apart.
 */
function numbered(use, others) {
  const taken = others
    .filter((other) => other.name === use.name && other.place === use.place)
    .map((other) => other.repeat ?? 0);
  let repeat = 0;
  while (taken.includes(repeat)) repeat++;
  return repeat ? { ...use, repeat } : use;
}

function variationCard(path, use) {
  const info = variationOf(use.name);
  const phases = el(
    "select",
    { "aria-label": "phase of " + use.name, title: "before the sum, in it, or behind it" },
    ...["pre", "normal", "post"].map((word) => new Option(word, word, false, word === use.place)),
  );
  phases.disabled = !!info?.preOnly;
  phases.onchange = () => {
    const others = get(path.slice(0, -1)).filter((_, i) => i !== path.at(-1));
    const { repeat, adds, ...kept } = { ...get(path), place: phases.value };
    set(
      path,
      numbered({ ...kept, ...(adds && phases.value !== "normal" ? { adds } : {}) }, others),
      null,
    );
    settle();
  };
  const adds = el("input", {
    type: "checkbox",
    checked: !!use.adds,
    title: "Its result is added to the point, where others replace the point",
  });
  adds.onchange = () => {
    set([...path, "adds"], adds.checked, null);
    settle();
  };
  const remove = () => {
    const listPath = path.slice(0, -1),
      index = path.at(-1);
    set(
      listPath,
      get(listPath).filter((_, i) => i !== index),
      null,
    );
    settle();
  };
  const params = Object.keys(use.params).map((name) => {
    const param = info?.params.find((entry) => entry.name === name) ?? {
      short: name,
      default: 0,
      doc: "",
    };
    const isWhole = /power|count|sides|petals|slices/.test(name) && Number.isInteger(param.default);
    return numberField(param.short, [...path, "params", name], {
      min: param.min,
      max: param.max,
      ...usualSpan(param),
      title: `${name}: ${param.doc}`,
      usual: param.default,
      step: isWhole ? 0.05 : undefined,
    });
  });
  return el(
    "div.card",
    { "data-variation": use.name },
    el(
      "div.row",
      {},
      thumbnailOf(use.name),
      el("b", { title: info ? `${info.summary}\n${info.formula}` : "" }, use.name),
      el("span.grow"),
      use.place === "normal" || info?.preOnly ? null : el("label.inline", {}, adds, "adds"),
      phases,
      el(
        "button.plain",
        { "aria-label": "Remove " + use.name, title: "Remove", onclick: remove },
        "✕",
      ),
    ),
    numberField("weight", [...path, "weight"], { from: -2, to: 2, usual: 1 }),
    ...params,
  );
}

/** Shows a searchable list of all variations. */
function chooser(section, path) {
  section.querySelector(".chooser")?.remove();
  const list = el("div.variations", { role: "listbox", "aria-label": "Variations" });
  const search = el("input", {
    type: "search",
    id: "searchvariation",
    placeholder: "search " + schema.variations.length + " variations",
    "aria-label": "Search variations",
    style: "width:100%",
  });
  const add = (info) => {
    const uses = get([...path, "variations"]);
    const params = Object.fromEntries(info.params.map((param) => [param.name, param.default]));
    const use = {
      name: info.name,
      place: info.preOnly ? "pre" : "normal",
      weight: uses.length ? 0.5 : 1,
      params,
    };
    set([...path, "variations"], [...uses, numbered(use, uses)], null);
    settle();
  };
  const fill = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const score = (info) =>
      info.name.startsWith(words[0] ?? "") ? 0 : info.name.includes(words[0]) ? 1 : 2;
    const found = [...userVariations(), ...schema.variations].filter((info) =>
      words.every((word) =>
        (info.name + " " + info.summary + " " + (info.aliases ?? []).join(" "))
          .toLowerCase()
          .includes(word),
      ),
    );
    found.sort((a, b) => score(a) - score(b));
    list.replaceChildren(
      ...found.map((info) =>
        el(
          "button",
          {
            role: "option",
            type: "button",
            "data-name": info.name,
            title: info.formula,
            onclick: () => add(info),
          },
          thumbnailOf(info.name),
          el(
            "span.what",
            {},
            info.name,
            info.setsColor ? " ◑" : "",
            info.changesOnlyZ ? " (z)" : "",
            el("small", {}, info.summary),
          ),
        ),
      ),
    );
  };
  search.oninput = fill;
  search.onkeydown = (event) => {
    if (event.key === "Enter") list.firstElementChild?.click();
    if (event.key === "ArrowDown") list.firstElementChild?.focus();
    if (event.key === "Escape") box.remove();
  };
  list.onkeydown = (event) => {
    const other = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
    if (!other) return;
    event.preventDefault();
    (document.activeElement[other] ?? search).focus();
  };
  const box = el("div.chooser", {}, search, list);
  section.insertBefore(box, section.children[1] ?? null);
  fill();
  search.focus();
}

//--- affines ---

/** Name of the xform member that holds the edited affine. */
const affineKey = () =>
  state.plane !== "xy"
    ? state.plane + (state.usePost ? "Post" : "Coefs")
    : state.usePost
      ? "post"
      : "coefs";

const multiply = ([a, d, b, e, c, f], [ma, md, mb, me]) => [
  ma * a + mb * d,
  md * a + me * d,
  ma * b + mb * e,
  md * b + me * e,
  c,
  f,
];

function affinePanel(path) {
  const xform = selectedXform();
  if (!xform[affineKey()]) Object.assign(state, { usePost: false, plane: "xy" });
  const key = affineKey(),
    [first, second] = { xy: "xy", yz: "yz", zx: "xz" }[state.plane];
  const choose = (wanted) => {
    Object.assign(state, wanted);
    if (!selectedXform()[affineKey()]) set([...path, affineKey()], [1, 0, 0, 1, 0, 0], null);
    settle();
    select(state.selected);
  };
  const which = el("span.tabs"),
    planes = el("span.tabs");
  tabs(
    which,
    [
      ["coefs", "pre"],
      ["post", "post"],
    ],
    state.usePost ? "post" : "coefs",
    (chosen) => choose({ usePost: chosen === "post" }),
  );
  tabs(
    planes,
    [
      ["xy", "xy", "In the plane of the picture"],
      ["yz", "yz", "In space, of y and z"],
      ["zx", "zx", "In space, of x and z"],
    ],
    state.plane,
    (plane) => choose({ plane }),
  );
  const at = [...path, key];
  const rows = [
    [first.toUpperCase(), 0, 1],
    [second.toUpperCase(), 2, 3],
    ["O", 4, 5],
  ].map(([label, i, j]) => {
    const parts = [i, j].map((index) =>
      numberInput([...at, index], { label: `${label} ${index % 2 ? second : first}` }),
    );
    return follower(
      el(
        "div.field.two",
        {},
        el(
          "span.label",
          {
            title:
              label === "O"
                ? "where the origin goes"
                : `where the ${label.toLowerCase()} axis points`,
          },
          label,
        ),
        parts[0].input,
        parts[1].input,
      ),
      () => parts.forEach((entry) => entry.update()),
      at,
    );
  });
  const turn = (matrix) => {
    set(
      at,
      multiply(get(at), matrix).map((v) => Math.round(v * 1e8) / 1e8),
      null,
    );
    settle();
  };
  const angle = (degrees) => {
    const t = (degrees * Math.PI) / 180;
    return [Math.cos(t), Math.sin(t), -Math.sin(t), Math.cos(t)];
  };
  const button = (label, title, matrix) =>
    el("button", { title, onclick: () => turn(matrix) }, label);
  return panel(
    el(
      "span.row",
      { style: "width:100%" },
      "Affine",
      which,
      planes,
      el("span.grow"),
      key === "coefs"
        ? null
        : el(
            "button.plain",
            {
              onclick: () => {
                set(at, null, null);
                settle();
                select(state.selected);
              },
            },
            "remove",
          ),
      el(
        "button.plain",
        {
          onclick: () => {
            set(at, [1, 0, 0, 1, 0, 0], null);
            settle();
          },
        },
        "reset",
      ),
    ),
    ...rows,
    el(
      "div.row",
      { style: "margin-top:6px" },
      button("⟲ 15°", "Turn left", angle(-15)),
      button("⟳ 15°", "Turn right", angle(15)),
      button("−", "Smaller", [1 / 1.1, 0, 0, 1 / 1.1]),
      button("+", "Larger", [1.1, 0, 0, 1.1]),
      button("⇋", "Mirror left and right", [-1, 0, 0, 1]),
      button("⇅", "Mirror up and down", [1, 0, 0, -1]),
    ),
  );
}

//--- motion ---

/** Returns the numbers of the xform that can move, under their names in motion elements. */
function movable(xform) {
  const names = ["weight", "color", "color_speed", "opacity"];
  for (const use of xform.variations) {
    const prefix = use.place === "normal" || variationOf(use.name)?.preOnly ? "" : use.place + "_";
    names.push(prefix + use.name, ...Object.keys(use.params).map((param) => prefix + param));
  }
  return names;
}

const kFunctions = ["sin", "triangle", "hill"];
const attributeOf = (motion, name) => motion.find(([key]) => key === name)?.[1];

/**
 * Panel for the motions of single numbers. Each motion has an amplitude and a number of swings per
 * run of a loop or an edge.
 */
function motionPanel(path) {
  const xform = selectedXform(),
    at = [...path, "motions"];
  const replace = (index, changes) => {
    const motion = xform.motions[index].map(([key, value]) => [
      key,
      key in changes ? changes[key] : value,
    ]);
    set([...at, index], motion, null);
    settle();
  };
  const rows = xform.motions.map((motion, index) => {
    const moved = motion.filter(([key]) => !key.startsWith("motion_"));
    const shape = el(
      "select",
      { "aria-label": "Shape of the motion" },
      ...kFunctions.map(
        (word) => new Option(word, word, false, word === attributeOf(motion, "motion_function")),
      ),
    );
    shape.onchange = () => replace(index, { motion_function: shape.value });
    const often = el("input", {
      type: "number",
      step: 1,
      value: attributeOf(motion, "motion_frequency"),
      "aria-label": "Swings per loop",
      title: "swings per loop",
      style: "width:52px",
    });
    often.onchange = () =>
      replace(index, {
        motion_frequency: clamp(Math.round(Number(often.value) || 1), -1000, 1000),
      });
    const amounts = moved.map(([key, value]) => {
      if (Array.isArray(value)) return el("span.dim", {}, key);
      const input = el("input", {
        type: "number",
        step: "any",
        value: spell(value),
        "aria-label": "How far " + key,
        style: "width:70px",
      });
      input.onchange = () => replace(index, { [key]: Number(input.value) || 0 });
      return el("label.inline", {}, key, input);
    });
    return el(
      "div.row",
      { style: "margin-bottom:4px" },
      ...amounts,
      shape,
      often,
      el(
        "button.plain",
        {
          "aria-label": "Remove motion",
          onclick: () => {
            set(
              at,
              xform.motions.filter((_, i) => i !== index),
              null,
            );
            settle();
            select(state.selected);
          },
        },
        "✕",
      ),
    );
  });
  const which = el(
    "select",
    { "aria-label": "Number to move", style: "max-width:150px" },
    ...movable(xform).map((name) => new Option(name, name)),
  );
  const add = () => {
    set(
      at,
      [
        ...xform.motions,
        [
          ["motion_frequency", 1],
          ["motion_function", "sin"],
          [which.value, 0.2],
        ],
      ],
      null,
    );
    settle();
    select(state.selected);
  };
  return panel(
    "Motion",
    ...rows,
    el(
      "div.row",
      {},
      which,
      el("button", { id: "addmotion", onclick: add }, "+ motion"),
      el("span.dim", {}, "seen in films"),
    ),
  );
}

//--- xaos, symmetry ---

function xaosPanel() {
  const list = state.model.xforms,
    people = editable();
  const hasAny = people.some((xform) => xform.chaos?.length);
  const toggle = el(
    "button.plain",
    {
      onclick: () => {
        change({
          ...state.model,
          xforms: list.map((xform) =>
            xform.made ? xform : { ...xform, chaos: hasAny ? [] : list.map(() => 1) },
          ),
        });
        settle();
      },
    },
    hasAny ? "remove" : "add",
  );
  const head = el("span.row", { style: "width:100%" }, "Xaos", el("span.grow"), toggle);
  if (!hasAny || list.length > 24)
    return panel(
      head,
      hasAny ? el("span.dim", {}, "too many xforms for a table: edit the XML") : null,
    );
  const table = el(
    "table.matrix",
    { "aria-label": "How often the xform of a column follows that of a row" },
    el(
      "tr",
      {},
      el("th"),
      ...list.map((xform, j) => el("th", {}, xform.made ? "·" : String(j + 1))),
    ),
  );
  list.forEach((xform, i) => {
    if (xform.made) return;
    table.append(
      el(
        "tr",
        {},
        el("th", {}, String(i + 1)),
        ...list.map((_, j) => {
          const input = el("input", {
            type: "number",
            step: "any",
            "aria-label": `after ${i + 1} comes ${j + 1}`,
          });
          input.onchange = () => {
            const chaos = list.map((_, k) => state.model.xforms[i].chaos?.[k] ?? 1);
            chaos[j] = clamp(Number(input.value) || 0, 0, 1e6);
            set(["xforms", i, "chaos"], chaos, null);
            settle();
          };
          return follower(
            el("td", {}, input),
            () => {
              if (document.activeElement !== input)
                input.value = spell(state.model.xforms[i]?.chaos?.[j] ?? 1);
            },
            ["xforms", i, "chaos"],
          );
        }),
      ),
    );
  });
  return panel(head, el("div", { style: "overflow-x:auto" }, table));
}

function symmetryPanel() {
  const kind = state.model.symmetry ?? 1;
  const count = el("input", {
    type: "number",
    min: 1,
    max: 60,
    value: Math.abs(kind),
    "aria-label": "Turns of the symmetry",
    style: "width:64px",
  });
  const mirror = el("input", { type: "checkbox", checked: kind < 0, "aria-label": "Mirrored" });
  const apply = () => {
    const turns = clamp(Math.round(Number(count.value) || 1), 1, 60);
    const next = mirror.checked ? -turns : turns;
    const xforms = editable().map((xform) => ({ ...xform, chaos: [] }));
    for (let i = 0; i < turns - (mirror.checked ? 0 : 1); i++)
      xforms.push({ ...newXform(), made: true });
    change({ ...state.model, symmetry: next, xforms });
    settle();
  };
  count.onchange = mirror.onchange = apply;
  return panel(
    "Symmetry",
    el(
      "div.row",
      {},
      count,
      el("span.dim", {}, "turns"),
      el("label.inline", {}, mirror, "mirrored"),
    ),
  );
}

//--- colours, picture, tone ---

function coloursTab(body) {
  body.append(palettePanel());
  const rows = editable().map((xform, index) => {
    const path = ["xforms", state.model.xforms.indexOf(xform), "color"];
    return numberField("xform " + (index + 1), path, { from: 0, to: 1 });
  });
  body.append(panel("Colour of each xform", ...rows));
  body.append(settingsPanel("Palette", ["palette_mode"]));
}

function settingField(row) {
  const path = ["settings", row.name],
    label = row.name.replaceAll("_", " ");
  const title = `${row.summary ?? ""}${row.unit ? ` (${row.unit})` : ""}`;
  const options = {
    min: row.aboveZero ? 1e-9 : row.min,
    max: row.max,
    title,
    usual: row.default,
    from: row.from,
    to: row.to,
  };
  if (row.kind === "keyword") return wordField(label, path, row.words, { title });
  if (row.kind === "color") return colorField(label, path, { title });
  if (row.kind === "points") return textField(label, path);
  if (row.kind === "counts") return pairField(label, path, { ...options, whole: true });
  if (row.kind === "numbers") return pairField(label, path, options);
  if (row.kind === "count")
    return numberField(label, path, {
      ...options,
      from: 1,
      to: Math.min(row.max, { supersample: 4, passes: 4 }[row.name] ?? 1000),
      whole: true,
    });
  if (row.from === undefined)
    return numberField(label, path, {
      title,
      usual: row.default,
      min: options.min,
      limitMax: row.max,
    });
  return numberField(label, path, options);
}

const rowsOf = (names) =>
  names.map((name) => schema.settings.find((row) => row.name === name)).filter(Boolean);
const settingsPanel = (title, names) => panel(title, ...rowsOf(names).map(settingField));
const groupPanel = (group) =>
  panel(group, ...schema.settings.filter((row) => row.group === group).map(settingField));

function pictureTab(body) {
  body.append(
    panel(
      el(
        "span.row",
        { style: "width:100%" },
        "Camera",
        el("span.grow"),
        el(
          "span.dim",
          { style: "text-transform:none;letter-spacing:0" },
          "drag, wheel, Shift-drag turns",
        ),
      ),
      ...schema.settings.filter((row) => row.group === "Camera").map(settingField),
    ),
  );
  const sizes = [
    [1280, 720],
    [1920, 1080],
    [3840, 2160],
    [1080, 1080],
    [1080, 1920],
  ];
  const setSize = ([width, height]) => {
    const settings = state.model.settings;
    change({
      ...state.model,
      settings: {
        ...settings,
        size: [width, height],
        scale: settings.scale * Math.min(width / settings.size[0], height / settings.size[1]),
      },
    });
    settle();
  };
  body.append(
    panel(
      "Picture and samples",
      ...schema.settings.filter((row) => row.group === "Picture and samples").map(settingField),
      el(
        "div.chips",
        {},
        ...sizes.map((size) => el("button.chip", { onclick: () => setSize(size) }, size.join("×"))),
      ),
    ),
  );
  body.append(groupPanel("Exposure"));
  body.append(groupPanel("Between key frames"));
}

function toneTab(body) {
  for (const group of ["Colours", "Spatial filter", "Density estimation", "Filters"])
    body.append(groupPanel(group));
}

//--- code ---

/** Shows the page of flamec --report in a sandboxed frame. */
async function showReport() {
  notice("compiling once more, with notes", true);
  try {
    const { address } = await question({ t: "report", model: state.model });
    notice("");
    say(
      "Report",
      el(
        "div",
        {},
        el("iframe.report", { src: address, title: "What the compiler made of it" }),
        el("a", { href: address, target: "_blank", rel: "noopener" }, "open in a tab of its own"),
      ),
      true,
    );
  } catch (error) {
    notice(error.message);
  }
}

function codeTab(body) {
  const others = (state.otherMessages ?? state.messages).map((message) =>
    el(`div.message.${message.severity}`, {}, message.text),
  );
  const out = el("pre.code", { tabIndex: 0, "aria-label": "Text" });
  const show = async (asked) => {
    try {
      out.textContent = (await question(asked)).text;
    } catch (error) {
      out.textContent = error.message;
    }
  };
  body.append(
    panel(
      "Messages",
      others.length || state.messages.length
        ? null
        : el("span.dim", {}, "the compiler has nothing to say"),
      ...state.messages.map((message) =>
        el(
          `div.message.${message.severity}`,
          {},
          (message.path ? message.path + ": " : "") + message.text,
        ),
      ),
    ),
  );
  body.append(
    panel(
      el("span.row", { style: "width:100%" }, "Text", el("span.grow")),
      el(
        "div.row",
        { style: "margin-bottom:8px" },
        el("button", { onclick: () => show({ t: "xml", models: [state.model] }) }, "XML"),
        el(
          "button",
          { onclick: () => show({ t: "ir", stage: "flame", model: state.model }) },
          "flame IR",
        ),
        el(
          "button",
          { onclick: () => show({ t: "ir", stage: "opt", model: state.model }) },
          "optimised IR",
        ),
        el(
          "button",
          { id: "report", title: "Genome, IR and machine code side by side", onclick: showReport },
          "report",
        ),
        el("button", { onclick: () => navigator.clipboard?.writeText(out.textContent) }, "copy"),
      ),
      out,
    ),
  );
  show({ t: "xml", models: [state.model] });
}
