// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The flame that is edited, everything it has been, and who wants to know when it changes. States share what they have in common,
// so that a step back costs next to nothing.

import { valueAt, withValue } from './dom.js';

export const schema = { settings: [], variations: [], families: [], mutations: [], crossings: [] };

export const state = {
  model: null, file: '', messages: [],
  /** The xform that is edited, see xformAt, and its affine: before or behind the variations, and in which plane. */
  selected: 0, usePost: false, plane: 'xy',
  /** Every flame of the open file, and which one is edited. */
  flames: [], flameIndex: 0,
  workspace: 'edit',
};

const undoList = [], redoList = [];
let openKey = null;
const watchers = [];

/** Calls `watcher(what)` after changes: 'model' for numbers, 'shape' when parts came or went, 'selection', 'messages'. */
export function watch(watcher) { watchers.push(watcher); }
export function tell(what) { for (const watcher of watchers) watcher(what); }

/** Affines of space, behind those of the plane. */
const kPlaneKeys = ['yzCoefs', 'zxCoefs', 'yzPost', 'zxPost'];

const shapeOf = (model) => JSON.stringify([
  model.symmetry,
  ...[model.xforms, model.finals].map((xforms) => xforms.map((xform) => [!!xform.made, !!xform.post, !!xform.chaos?.length,
    kPlaneKeys.map((key) => !!xform[key]), xform.variations.map((use) => [use.name, use.place, use.repeat, use.adds])])),
]);

function become(model) {
  const isSameShape = state.model && shapeOf(state.model) === shapeOf(model);
  state.model = model;
  if (!xformAt(state.selected)) state.selected = isFinal(state.selected) ? 0 : Math.max(0, editable().length - 1);
  tell(isSameShape ? 'model' : 'shape');
}

/** Changes the flame. Changes with the same `key` in a row are one step back. */
export function change(model, key = null) {
  if (!key || key !== openKey) {
    undoList.push(state.model);
    redoList.length = 0;
  }
  openKey = key;
  become(model);
}

/** Ends a row of changes: a drag is over. */
export function settle() { openKey = null; }

export const set = (path, value, key = path.join('/')) => change(withValue(state.model, path, value), key);
export const get = (path) => valueAt(state.model, path);

export function undo() { step(undoList, redoList); }
export function redo() { step(redoList, undoList); }
function step(from, to) {
  if (!from.length) return;
  openKey = null;
  to.push(state.model);
  become(from.pop());
}
export const canUndo = () => undoList.length > 0;
export const canRedo = () => redoList.length > 0;

/** Replaces the flame by another one; the way back leads to what was there. */
export function adopt(model) {
  if (state.model) change(model);
  else become(model);
  settle();
}

/** Xforms that people made: not those that a symmetry stands for. */
export const editable = () => (state.model?.xforms ?? []).filter((xform) => !xform.made);

/** What names a final xform among those that can be selected; the others have their numbers. */
export const finalName = (index) => 'final' + index;
export const isFinal = (which) => typeof which === 'string';
const finalIndex = (which) => Number(which.slice('final'.length));
/** What an xform is called on a small label. */
export const shortLabel = (which) => (!isFinal(which) ? String(which + 1) : finalIndex(which) ? 'F' + (finalIndex(which) + 1) : 'F');
export const xformAt = (which) => (isFinal(which) ? state.model.finals[finalIndex(which)] : editable()[which]);
/** All that can be selected: [which, xform]. */
export const selectable = () => [...editable().map((xform, index) => [index, xform]), ...state.model.finals.map((xform, index) => [finalName(index), xform])];

export function select(which) {
  state.selected = which;
  tell('selection');
}

/** The path of the selected xform. */
export function selectedPath() {
  if (isFinal(state.selected)) return ['finals', finalIndex(state.selected)];
  return ['xforms', state.model.xforms.indexOf(editable()[state.selected])];
}
export const selectedXform = () => valueAt(state.model, selectedPath());

/** What is known of a variation, one that the user defined or of the table. */
export const variationOf = (name) => schema.variations.find((info) => info.name === name) ?? userVariations().find((info) => info.name === name);
export const userVariations = () => (state.model?.definitions ?? []).map((definition) => definition.info);

/** An xform as it begins. */
export function newXform() {
  return {
    name: '', weight: 0.5, color: Math.round(Math.random() * 100) / 100, color_speed: 0.5, animate: 1, opacity: 1, var_color: 1,
    coefs: [0.5, 0, 0, 0.5, 0.3, 0.2], post: null, chaos: [], motions: [],
    variations: [{ name: 'linear', place: 'normal', weight: 1, params: {} }],
  };
}

/** The colour of an entry of the palette, for CSS. */
export function paletteColor(coordinate) {
  const index = Math.min(255, Math.max(0, Math.round(coordinate * 255)));
  return '#' + (state.model?.palette?.hex ?? '').slice(index * 6, index * 6 + 6);
}
