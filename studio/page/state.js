// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The edited flame, its undo history, and the listeners for its changes. States share unchanged
// parts, so an undo step costs next to nothing.

import { valueAt, withValue } from "./dom.js";

export const schema = { settings: [], variations: [], families: [], mutations: [], crossings: [] };

export const state = {
  model: null,
  file: "",
  messages: [],
  /** The edited xform (see xformAt) and its affine: pre or post, and the plane. */
  selected: 0,
  usePost: false,
  plane: "xy",
  /** All flames of the open file, and the index of the edited one. */
  flames: [],
  flameIndex: 0,
  workspace: "edit",
};

const undoList = [],
  redoList = [];
let openKey = null;
const watchers = [];

/**
 * Calls `watcher(what)` after each change: 'model' for numbers, 'shape' for added or removed parts,
 * 'selection', 'messages'.
 */
export function watch(watcher) {
  watchers.push(watcher);
}
export function tell(what) {
  for (const watcher of watchers) watcher(what);
}

/** Affines of the other planes of space. */
const kPlaneKeys = ["yzCoefs", "zxCoefs", "yzPost", "zxPost"];

const shapeOf = (model) =>
  JSON.stringify([
    model.symmetry,
    ...[model.xforms, model.finals].map((xforms) =>
      xforms.map((xform) => [
        !!xform.made,
        !!xform.post,
        !!xform.chaos?.length,
        kPlaneKeys.map((key) => !!xform[key]),
        xform.variations.map((use) => [use.name, use.place, use.repeat, use.adds]),
      ]),
    ),
  ]);

function become(model) {
  const isSameShape = state.model && shapeOf(state.model) === shapeOf(model);
  state.model = model;
  if (!xformAt(state.selected))
    state.selected = isFinal(state.selected) ? 0 : Math.max(0, editable().length - 1);
  tell(isSameShape ? "model" : "shape");
}

/** Changes the flame. Consecutive changes with the same `key` make one undo step. */
export function change(model, key = null) {
  if (!key || key !== openKey) {
    undoList.push(state.model);
    redoList.length = 0;
  }
  openKey = key;
  become(model);
}

/** Ends a series of changes, such as a drag. */
export function settle() {
  openKey = null;
}

export const set = (path, value, key = path.join("/")) =>
  change(withValue(state.model, path, value), key);
export const get = (path) => valueAt(state.model, path);

export function undo() {
  step(undoList, redoList);
}
export function redo() {
  step(redoList, undoList);
}
function step(from, to) {
  if (!from.length) return;
  openKey = null;
  to.push(state.model);
  become(from.pop());
}
export const canUndo = () => undoList.length > 0;
export const canRedo = () => redoList.length > 0;

/** Replaces the flame by another one. Undo leads back to the old flame. */
export function adopt(model) {
  if (state.model) change(model);
  else become(model);
  settle();
}

/** Xforms that the user edits: all but those made by the symmetry. */
export const editable = () => (state.model?.xforms ?? []).filter((xform) => !xform.made);

/** Identifies a final xform in the selection. Other xforms are identified by their indices. */
export const finalName = (index) => "final" + index;
export const isFinal = (which) => typeof which === "string";
const finalIndex = (which) => Number(which.slice("final".length));
/** Name of an xform on a small label. */
export const shortLabel = (which) =>
  !isFinal(which) ? String(which + 1) : finalIndex(which) ? "F" + (finalIndex(which) + 1) : "F";
export const xformAt = (which) =>
  isFinal(which) ? state.model.finals[finalIndex(which)] : editable()[which];
/** Everything that can be selected, as [which, xform]. */
export const selectable = () => [
  ...editable().map((xform, index) => [index, xform]),
  ...state.model.finals.map((xform, index) => [finalName(index), xform]),
];

export function select(which) {
  state.selected = which;
  tell("selection");
}

/** Path of the selected xform. */
export function selectedPath() {
  if (isFinal(state.selected)) return ["finals", finalIndex(state.selected)];
  return ["xforms", state.model.xforms.indexOf(editable()[state.selected])];
}
export const selectedXform = () => valueAt(state.model, selectedPath());

/** Description of a variation, user-defined or from the table. */
export const variationOf = (name) =>
  schema.variations.find((info) => info.name === name) ??
  userVariations().find((info) => info.name === name);
export const userVariations = () =>
  (state.model?.definitions ?? []).map((definition) => definition.info);

/** Returns a new xform. */
export function newXform() {
  return {
    name: "",
    weight: 0.5,
    color: Math.round(Math.random() * 100) / 100,
    color_speed: 0.5,
    animate: 1,
    opacity: 1,
    var_color: 1,
    coefs: [0.5, 0, 0, 0.5, 0.3, 0.2],
    post: null,
    chaos: [],
    motions: [],
    variations: [{ name: "linear", place: "normal", weight: 1, params: {} }],
  };
}

/** Colour of a palette entry, for CSS. */
export function paletteColor(coordinate) {
  const index = Math.min(255, Math.max(0, Math.round(coordinate * 255)));
  return "#" + (state.model?.palette?.hex ?? "").slice(index * 6, index * 6 + 6);
}
