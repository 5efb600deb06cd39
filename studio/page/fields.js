// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fields for numbers, words and colours. Each field knows its path in the flame, follows changes
// made elsewhere, and shows the compiler's messages about its value.

import { el, clamp, spell } from "./dom.js";
import { get, set, settle, state, watch } from "./state.js";

let live = []; // {node, update, path}

watch((what) => {
  live = live.filter((field) => field.node.isConnected);
  if (what === "model" || what === "shape") for (const field of live) refresh(field);
  if (what === "messages") showMessages();
});

/**
 * Updates a field. States share unchanged parts, so a field whose value is the same object needs no
 * update.
 */
function refresh(field) {
  const isUsed = field.node.contains(document.activeElement),
    value = field.path ? get(field.path) : undefined;
  if (field.path && field.isKnown && field.last === value && !isUsed) return;
  Object.assign(field, { last: value, isKnown: !isUsed });
  field.update();
}

function register(field) {
  live.push(field);
  field.update();
  return field.node;
}

/** Shows messages beside their fields. Returns the messages that have no field. */
function showMessages() {
  for (const old of document.querySelectorAll(".message")) old.remove();
  const rest = [];
  for (const message of state.messages) {
    const field = live.find(
      (entry) => entry.path && entry.node.isConnected && entry.path.join("/") === message.path,
    );
    if (field)
      field.node.append(el(`div.message.${message.severity}`, { role: "note" }, message.text));
    else rest.push(message);
  }
  state.otherMessages = rest;
}
export { showMessages };

/** Lets the user change the number by dragging its label sideways. */
function scrub(label, path, step, limits, whole) {
  label.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    label.setPointerCapture(event.pointerId);
    const start = get(path) ?? 0,
      from = event.clientX;
    const size = step ?? Math.max(Math.abs(start), 0.1) / 100;
    const move = (moved) => {
      const fine = moved.shiftKey ? 0.1 : 1;
      put(path, start + (moved.clientX - from) * size * fine, limits, whole);
    };
    label.addEventListener("pointermove", move);
    label.addEventListener(
      "pointerup",
      () => {
        label.removeEventListener("pointermove", move);
        settle();
      },
      { once: true },
    );
  });
}

function put(path, value, { min = -1e30, max = 1e30 } = {}, whole = false) {
  if (!Number.isFinite(value)) return;
  set(path, clamp(whole ? Math.round(value) : Number(value.toPrecision(8)), min, max));
}

/** Makes the input of a number. */
export function numberInput(path, { min, max, step, whole, label, width } = {}) {
  const input = el("input", {
    type: "number",
    step: "any",
    "aria-label": label ?? path.join(" "),
    style: width ? `width:${width}` : null,
  });
  input.addEventListener("input", () => {
    if (input.value !== "") put(path, Number(input.value), { min, max }, whole);
  });
  input.addEventListener("change", () => {
    settle();
    input.value = spell(get(path), 8);
  });
  input.addEventListener("keydown", (event) => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!direction) return;
    event.preventDefault();
    const value = get(path) ?? 0;
    const size =
      (step ?? (whole ? 1 : Math.max(Math.abs(value), 0.1) / 20)) * (event.shiftKey ? 10 : 1);
    put(path, value + direction * size, { min, max }, whole);
    input.value = spell(get(path), 8);
  });
  return {
    input,
    update: () => {
      if (document.activeElement !== input) input.value = spell(get(path), 8);
    },
  };
}

/** Makes a field for a number: a label, a slider over the usual range, and an input. */
export function numberField(label, path, { min, max, from, to, step, whole, title, usual } = {}) {
  const limits = { min, max };
  const name = el(
    "span.label",
    {
      title: (title ? title + "\n" : "") + "drag sideways to change, double-click for the default",
    },
    label,
  );
  scrub(name, path, step, limits, whole);
  if (usual !== undefined)
    name.addEventListener("dblclick", () => {
      set(path, usual);
      settle();
    });
  const { input, update } = numberInput(path, { min, max, step, whole, label });
  const low = from ?? min,
    high = to ?? max;
  const slider =
    low !== undefined && high !== undefined
      ? el("input", {
          type: "range",
          min: low,
          max: high,
          step: whole ? 1 : (high - low) / 1000,
          "aria-label": label + " (slider)",
          tabIndex: -1,
        })
      : null;
  slider?.addEventListener("input", () => put(path, Number(slider.value), limits, whole));
  slider?.addEventListener("change", settle);
  const node = el("div.field", {}, name, slider ?? el("span"), input);
  return register({
    node,
    path,
    update: () => {
      update();
      if (slider && document.activeElement !== slider)
        slider.value = clamp(get(path) ?? 0, low, high);
    },
  });
}

/** Makes a field for two numbers side by side. */
export function pairField(label, path, options = {}) {
  const pair = [0, 1].map((i) =>
    numberInput([...path, i], { ...options, label: `${label} ${i ? "y" : "x"}` }),
  );
  const node = el(
    "div.field.two",
    {},
    el("span.label", { title: options.title }, label),
    pair[0].input,
    pair[1].input,
  );
  return register({ node, path, update: () => pair.forEach((input) => input.update()) });
}

export function wordField(label, path, words, { title } = {}) {
  const select = el(
    "select",
    { "aria-label": label },
    ...words.map((word) => new Option(word.replaceAll("_", " "), word)),
  );
  select.onchange = () => {
    set(path, select.value);
    settle();
  };
  const node = el("div.field.wide", {}, el("span.label", { title }, label), select);
  return register({
    node,
    path,
    update: () => {
      select.value = get(path);
    },
  });
}

const hex = (color) =>
  "#" +
  color
    .map((c) =>
      Math.round(clamp(c, 0, 1) * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("");

export function colorField(label, path, { title } = {}) {
  const input = el("input", { type: "color", "aria-label": label });
  input.oninput = () =>
    set(
      path,
      [1, 3, 5].map((at) => parseInt(input.value.slice(at, at + 2), 16) / 255),
    );
  input.onchange = settle;
  const node = el("div.field.wide", {}, el("span.label", { title }, label), input);
  return register({
    node,
    path,
    update: () => {
      input.value = hex(get(path) ?? [0, 0, 0]);
    },
  });
}

export function textField(label, path) {
  const input = el("input", { "aria-label": label, spellcheck: false });
  input.oninput = () => set(path, input.value);
  input.onchange = settle;
  const node = el("div.field.wide", {}, el("span.label", {}, label), input);
  return register({
    node,
    path,
    update: () => {
      if (document.activeElement !== input) input.value = get(path) ?? "";
    },
  });
}

/** Makes a field of any other kind: `update` runs after every change of the flame. */
export function follower(node, update, path = null) {
  return register({ node, path, update: () => update(node) });
}
