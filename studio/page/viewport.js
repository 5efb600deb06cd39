// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The picture: requests, drawing, camera moves, dragging of triangles.

import { $, clamp, si, spell, withValue, notice } from "./dom.js";
import { on, send, isConnected } from "./net.js";
import {
  change,
  get,
  isFinal,
  paletteColor,
  select,
  selectable,
  selectedPath,
  selectedXform,
  settle,
  shortLabel,
  state,
  watch,
  xformAt,
} from "./state.js";

const kScales = [
  ["25%", 0.25],
  ["50%", 0.5],
  ["100%", 1],
  ["200%", 2],
];
const kQualities = [
  ["draft", 20],
  ["usual", 100],
  ["fine", 400],
  ["best", 2000],
];

/** Statistics for tests and the console: latencies in milliseconds by kind of change. */
export const stats = {
  pictures: 0,
  latencies: [],
  last: null,
  rev: 0,
  shownRev: 0,
  complete: false,
};
window.studioStats = stats;

let scale = 1,
  quality = 100;
let subject = null; // shown instead of the model while filming
let hurries = false; // a film is playing: small and rough pictures, but in time
let time = 0;
let scheduled = false;
let comparison = null; // the model on the other side of the wipe
let wipe = 0.5;

//--- size ---

function pictureSize() {
  const [width, height] = get(["settings", "size"]) ?? [960, 540];
  const viewport = $("viewport").getBoundingClientRect();
  const fit = Math.min((viewport.width - 24) / width, (viewport.height - 24) / height);
  return {
    css: [Math.max(16, Math.floor(width * fit)), Math.max(16, Math.floor(height * fit))],
    natural: [width, height],
  };
}

function layOut() {
  if (!state.model) return;
  const { css } = pictureSize();
  $("frame").style.width = css[0] + "px";
  $("frame").style.height = css[1] + "px";
  drawOverlay();
}

/** Size of the picture to request, in pixels. */
function requestSize() {
  const { css } = pictureSize();
  const ratio = Math.min(window.devicePixelRatio || 1, 2) * scale * (hurries ? 0.5 : 1);
  const largest = Math.max(css[0], css[1]) * ratio;
  const shrink = Math.min(1, 2400 / largest) * ratio;
  return {
    width: Math.max(16, Math.round(css[0] * shrink)),
    height: Math.max(16, Math.round(css[1] * shrink)),
  };
}

//--- asking ---

export function requestPicture() {
  stats.rev++;
  stats.complete = false;
  if (!sentAt.has(stats.rev)) sentAt.set(stats.rev, performance.now());
  if (scheduled) return;
  scheduled = true;
  // Send a single change at once. Send rapid changes once per animation frame.
  const soon = performance.now() - askedAt > 14 ? queueMicrotask : requestAnimationFrame;
  soon(() => {
    scheduled = false;
    askedAt = performance.now();
    askNow();
  });
}

let askedAt = 0;

const sentAt = new Map();

function askNow() {
  if (!state.model || !isConnected()) return;
  const shown = subject ?? { model: state.model };
  const effort = hurries ? { quality: Math.min(quality, 20), first: 0.015 } : { quality };
  send({
    t: "show",
    view: "main",
    subject: shown,
    stamp: { rev: stats.rev },
    request: { ...requestSize(), ...effort, time, supersample: 1 },
  });
  if (comparison) askOther();
}

function askOther() {
  send({
    t: "show",
    view: "other",
    subject: { model: comparison },
    stamp: { rev: 0 },
    request: { ...requestSize(), quality, supersample: 1 },
  });
}

/** Shows an instant of a film, or the model again. `isRunning`: the film is playing. */
export function showFilm(film, instant, isRunning = false) {
  subject = film ? { film } : null;
  hurries = isRunning;
  time = film ? instant : 0;
  requestPicture();
}

let frameWaiters = [];
/** Resolves with the next picture of a request made now. */
export function nextPicture() {
  return new Promise((resolve) => frameWaiters.push(resolve));
}

//--- drawing ---

let drawn = Promise.resolve(); // resolves when all pictures so far are drawn

/**
 * Decodes pictures in parallel but draws them in their order of arrival, so a draft never replaces
 * a better picture.
 */
function takePicture(message, bytes) {
  const bitmap = createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
  drawn = drawn
    .then(async () => drawPicture(message, await bitmap))
    .catch((error) => notice(error.message))
    .finally(() => send({ t: "ack", view: message.view }));
}

function drawPicture(message, bitmap) {
  const canvas = message.view === "other" ? $("other") : $("picture");
  if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
  }
  canvas.getContext("2d").drawImage(bitmap, 0, 0);
  bitmap.close();
  if (message.view !== "main") return;
  showProgress(message);
  for (const waiter of frameWaiters.splice(0)) waiter(message);
}

function showProgress(message) {
  const rev = message.stamp.rev;
  stats.pictures++;
  stats.last = message;
  stats.complete = message.complete && rev === stats.rev;
  if (rev > stats.shownRev) {
    const latency = performance.now() - sentAt.get(rev);
    for (const old of [...sentAt.keys()]) if (old <= rev) sentAt.delete(old);
    stats.shownRev = rev;
    stats.latencies.push({
      latency,
      onlyFinished: message.onlyFinished,
      compiled: message.compiled,
      made: message.made,
      seconds: message.seconds,
    });
    if (stats.latencies.length > 5000) stats.latencies.shift();
    $("latency").textContent =
      `${latency.toFixed(0)} ms${message.onlyFinished ? ", filters only" : ""}`;
  }
  $("share").value = message.share;
  const { natural } = pictureSize();
  $("samples").textContent = `${si(message.samples)} of ${si(message.wanted)} samples`;
  const left = message.rate > 0 ? (message.wanted - message.samples) / message.rate : 0;
  $("speed").textContent =
    `${si(message.rate)} samples/s` +
    (message.complete ? "" : `, ${left < 1 ? "<1" : left.toFixed(0)} s left`);
  $("picture").setAttribute(
    "aria-label",
    `The flame, ${natural[0]} by ${natural[1]}, ${Math.round(message.share * 100)} % rendered`,
  );
}

//--- camera ---

/** The camera's view of the plane, in CSS pixels of the picture. */
function camera() {
  const settings = state.model.settings;
  const { css, natural } = pictureSize();
  const angle = (settings.rotate * Math.PI) / 180;
  return {
    perUnit: (settings.scale * 2 ** settings.zoom * css[0]) / natural[0],
    cos: Math.cos(angle),
    sin: Math.sin(angle),
    center: settings.center,
    width: css[0],
    height: css[1],
  };
}

export function toScreen([x, y]) {
  const c = camera(),
    dx = x - c.center[0],
    dy = y - c.center[1];
  return [
    c.width / 2 + (c.cos * dx - c.sin * dy) * c.perUnit,
    c.height / 2 + (c.sin * dx + c.cos * dy) * c.perUnit,
  ];
}

function toPlane([px, py]) {
  const c = camera(),
    dx = (px - c.width / 2) / c.perUnit,
    dy = (py - c.height / 2) / c.perUnit;
  return [c.center[0] + c.cos * dx + c.sin * dy, c.center[1] - c.sin * dx + c.cos * dy];
}

const settingsWith = (changes) => ({
  ...state.model,
  settings: { ...state.model.settings, ...changes },
});

function positionOf(event) {
  const box = $("frame").getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

/** Zooms by `factor`, keeping the point under `at` fixed. */
function zoomAt(at, factor, key) {
  const fixed = toPlane(at);
  const settings = state.model.settings;
  const newScale = clamp(settings.scale * factor, 1e-6, 1e12);
  const ratio = settings.scale / newScale;
  const center = [0, 1].map((i) => fixed[i] + (settings.center[i] - fixed[i]) * ratio);
  change(settingsWith({ scale: newScale, center }), key);
}

const pointers = new Map();
let drag = null;

function startDrag(event) {
  if (event.button !== 0 || event.target.closest("#wipe, #overlay .hit, #notice")) return;
  $("viewport").setPointerCapture(event.pointerId);
  pointers.set(event.pointerId, positionOf(event));
  $("viewport").classList.add("moving");
  $("viewport").focus({ preventScroll: true });
  begin();
}

function begin() {
  const positions = [...pointers.values()];
  drag = { positions, plane: positions.map(toPlane), model: state.model };
}

function moveDrag(event) {
  if (!drag || !pointers.has(event.pointerId)) return;
  pointers.set(event.pointerId, positionOf(event));
  const positions = [...pointers.values()];
  const settings = drag.model.settings;
  const c = camera();
  if (positions.length === 1) {
    const dx = (positions[0][0] - drag.positions[0][0]) / c.perUnit,
      dy = (positions[0][1] - drag.positions[0][1]) / c.perUnit;
    if (event.shiftKey) {
      change(
        settingsWith({ rotate: settings.rotate + (positions[0][0] - drag.positions[0][0]) * 0.4 }),
        "camera",
      );
      return;
    }
    change(
      settingsWith({
        center: [
          settings.center[0] - c.cos * dx - c.sin * dy,
          settings.center[1] + c.sin * dx - c.cos * dy,
        ],
      }),
      "camera",
    );
  } else if (positions.length === 2) {
    const span = ([a, b]) => Math.hypot(a[0] - b[0], a[1] - b[1]);
    const factor = span(positions) / Math.max(1, span(drag.positions));
    const middle = [0, 1].map((i) => (positions[0][i] + positions[1][i]) / 2);
    // Zoom relative to the start of the pinch.
    change(
      { ...state.model, settings: { ...state.model.settings, scale: drag.model.settings.scale } },
      "camera",
    );
    zoomAt(middle, factor, "camera");
  }
}

function endDrag(event) {
  if (!pointers.delete(event.pointerId)) return;
  if (pointers.size) begin();
  else {
    drag = null;
    settle();
    $("viewport").classList.remove("moving");
  }
}

let wheelTimer = 0;
function turnWheel(event) {
  if (!state.model) return;
  event.preventDefault();
  const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015));
  zoomAt(positionOf(event), factor, "wheel");
  clearTimeout(wheelTimer);
  wheelTimer = setTimeout(settle, 400);
}

function cameraKeys(event) {
  if (!state.model || event.target !== $("viewport") || event.ctrlKey || event.metaKey) return;
  const c = camera(),
    step = 40 / c.perUnit;
  const moves = {
    ArrowLeft: [-step, 0],
    ArrowRight: [step, 0],
    ArrowUp: [0, -step],
    ArrowDown: [0, step],
  };
  const middle = [c.width / 2, c.height / 2];
  if (moves[event.key]) {
    const [dx, dy] = moves[event.key],
      center = state.model.settings.center;
    change(
      settingsWith({
        center: [center[0] + c.cos * dx + c.sin * dy, center[1] - c.sin * dx + c.cos * dy],
      }),
      "keys",
    );
  } else if (event.key === "+" || event.key === "=") zoomAt(middle, 1.1, "keys");
  else if (event.key === "-") zoomAt(middle, 1 / 1.1, "keys");
  else return;
  event.preventDefault();
}

//--- triangles ---

const kNamespace = "http://www.w3.org/2000/svg";
const kMargin = 400;

function shape(tag, attributes) {
  const node = document.createElementNS(kNamespace, tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

/** Corners of an affine: its origin and the ends of its axes. */
const corners = ([a, d, b, e, c, f]) => [
  [c, f],
  [a + c, d + f],
  [b + c, e + f],
];
const affineOf = ([o, x, y]) =>
  [x[0] - o[0], x[1] - o[1], y[0] - o[0], y[1] - o[1], o[0], o[1]].map(
    (v) => Math.round(v * 1e6) / 1e6,
  );

const affineKey = () => (state.usePost ? "post" : "coefs");

export function drawOverlay() {
  const overlay = $("overlay");
  if (!state.model || !$("triangles").checked || subject || state.workspace !== "edit")
    return overlay.replaceChildren();
  if (heldTriangle) return updateTriangles();
  const list = selectable();
  // The selected one lies on top.
  list.sort(([a], [b]) => (a === state.selected) - (b === state.selected));
  overlay.replaceChildren(...list.map(([which, xform]) => triangle(which, xform)));
  updateTriangles();
}

function triangle(which, xform) {
  const isSelected = which === state.selected;
  const color = paletteColor(xform.color);
  const group = shape("g", { "data-which": which });
  const outline = shape("polygon", {
    fill: isSelected ? color + "30" : color + "10",
    stroke: "#0009",
    "stroke-width": isSelected ? 4.5 : 3,
    "stroke-linejoin": "round",
  });
  const line = shape("polygon", {
    fill: "none",
    stroke: isSelected ? "#fff" : color,
    "stroke-width": isSelected ? 2 : 1.2,
    "stroke-dasharray": isFinal(which) ? "6 4" : "none",
    "stroke-linejoin": "round",
  });
  outline.classList.add("hit", "body");
  line.classList.add("line");
  outline.addEventListener("pointerdown", (event) => hold(event, which, "body"));
  group.append(outline, line);
  ["O", "X", "Y"].forEach((label, index) => {
    const dot = shape("circle", {
      r: isSelected ? 7 : 4.5,
      fill: index ? "#14161acc" : color,
      stroke: isSelected ? "#fff" : color,
      "stroke-width": 1.6,
      "data-corner": index,
    });
    dot.classList.add("hit", "corner");
    dot.addEventListener("pointerdown", (event) => hold(event, which, index));
    const text = shape("text", {
      "data-corner": index,
      fill: "#fff",
      "font-size": 11,
      "font-weight": 600,
      stroke: "#000b",
      "stroke-width": 3,
      "paint-order": "stroke",
    });
    text.textContent = index ? (isSelected ? label : "") : shortLabel(which);
    group.append(dot, text);
  });
  return group;
}

function updateTriangles() {
  for (const group of $("overlay").children) {
    const which = group.dataset.which.startsWith("final")
      ? group.dataset.which
      : Number(group.dataset.which);
    const xform = xformAt(which);
    if (!xform) continue;
    const affine = (state.usePost && which === state.selected ? xform.post : xform.coefs) ?? [
      1, 0, 0, 1, 0, 0,
    ];
    const positions = corners(affine)
      .map(toScreen)
      .map(([x, y]) => [clamp(x, -9e4, 9e4) + kMargin, clamp(y, -9e4, 9e4) + kMargin]);
    const points = positions.map((at) => at.join(",")).join(" ");
    group.querySelector(".body").setAttribute("points", points);
    group.querySelector(".line").setAttribute("points", points);
    group.querySelectorAll("circle").forEach((dot, i) => {
      dot.setAttribute("cx", positions[i][0]);
      dot.setAttribute("cy", positions[i][1]);
    });
    group.querySelectorAll("text").forEach((text, i) => {
      text.setAttribute("x", positions[i][0] + 9);
      text.setAttribute("y", positions[i][1] - 7);
    });
  }
}

let heldTriangle = null;

function hold(event, which, handle) {
  if (event.button !== 0) return;
  event.stopPropagation();
  if (which !== state.selected) select(which);
  const key = affineKey(),
    path = [...selectedPath(), key];
  const affine = selectedXform()[key] ?? [1, 0, 0, 1, 0, 0];
  heldTriangle = {
    handle,
    path,
    corners: corners(affine),
    from: toPlane(positionOf(event)),
    id: event.pointerId,
  };
  const move = (moved) => {
    if (moved.pointerId === heldTriangle?.id) dragTriangle(moved);
  };
  const end = (ended) => {
    if (ended.pointerId !== heldTriangle?.id) return;
    heldTriangle = null;
    settle();
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", end);
    drawOverlay();
  };
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", end);
}

function dragTriangle(event) {
  const {
    handle,
    path,
    corners: [o, x, y],
    from,
  } = heldTriangle;
  const to = toPlane(positionOf(event));
  const by = [to[0] - from[0], to[1] - from[1]];
  const add = (point) => [point[0] + by[0], point[1] + by[1]];
  let moved;
  if (handle === "body" || handle === 0) {
    moved = [add(o), add(x), add(y)];
  } else {
    // With Shift, rotate and scale the whole triangle about its origin. Without it, move the corner
    // alone.
    const corner = handle === 1 ? x : y;
    const target = add(corner);
    if (event.shiftKey) {
      const a = [corner[0] - o[0], corner[1] - o[1]],
        b = [target[0] - o[0], target[1] - o[1]];
      const square = Math.max(a[0] * a[0] + a[1] * a[1], 1e-12);
      const re = (a[0] * b[0] + a[1] * b[1]) / square,
        im = (a[0] * b[1] - a[1] * b[0]) / square;
      const turn = ([px, py]) => [
        o[0] + re * (px - o[0]) - im * (py - o[1]),
        o[1] + im * (px - o[0]) + re * (py - o[1]),
      ];
      moved = [o, turn(x), turn(y)];
    } else {
      moved = handle === 1 ? [o, target, y] : [o, x, target];
    }
  }
  change(withValue(state.model, path, affineOf(moved)), "triangle");
}

//--- comparing ---

/** Shows a model on the other side of the wipe. Null ends the comparison. */
export function compareWith(model) {
  comparison = model;
  $("other").hidden = $("wipe").hidden = !model;
  if (model) {
    setWipe(wipe);
    askOther();
  } else send({ t: "hide", view: "other" });
}
export const comparing = () => comparison;

function setWipe(share) {
  wipe = clamp(share, 0, 1);
  $("wipe").style.left = wipe * 100 + "%";
  $("wipe").setAttribute("aria-valuenow", Math.round(wipe * 100));
  $("other").style.clipPath = `inset(0 0 0 ${wipe * 100}%)`;
}

function dragWipe(event) {
  event.stopPropagation();
  $("wipe").setPointerCapture(event.pointerId);
  const move = (moved) => setWipe(positionOf(moved)[0] / $("frame").clientWidth);
  $("wipe").addEventListener("pointermove", move);
  $("wipe").addEventListener(
    "pointerup",
    () => $("wipe").removeEventListener("pointermove", move),
    { once: true },
  );
}

//--- beginning ---

function fillSelect(select, entries, chosen, choose) {
  select.replaceChildren(
    ...entries.map(([label], index) => new Option(label, index, false, index === chosen)),
  );
  select.onchange = () => {
    choose(entries[select.value][1]);
    requestPicture();
  };
}

export function setUpViewport() {
  fillSelect($("viewscale"), kScales, 2, (value) => {
    scale = value;
  });
  fillSelect($("viewquality"), kQualities, 1, (value) => {
    quality = value;
  });
  const viewport = $("viewport");
  viewport.addEventListener("pointerdown", startDrag);
  viewport.addEventListener("pointermove", moveDrag);
  viewport.addEventListener("pointerup", endDrag);
  viewport.addEventListener("pointercancel", endDrag);
  viewport.addEventListener("wheel", turnWheel, { passive: false });
  viewport.addEventListener("keydown", cameraKeys);
  $("wipe").addEventListener("pointerdown", dragWipe);
  $("wipe").addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -0.02, ArrowRight: 0.02 }[event.key];
    if (step) {
      event.stopPropagation();
      setWipe(wipe + step);
    }
  });
  $("triangles").onchange = drawOverlay;
  new ResizeObserver(() => {
    layOut();
    requestPicture();
  }).observe(viewport);
  on("picture", takePicture);
  on("failed", (message) => {
    if (message.view || !message.id) notice(message.text);
  });
  let seen = {};
  watch((what) => {
    if (what === "model" || what === "shape") {
      const {
        xforms,
        finals,
        palette,
        settings: { size, center, scale: camera, zoom, rotate },
      } = state.model;
      const now = { xforms, finals, palette, size, center, camera, zoom, rotate };
      if (Object.keys(now).some((key) => now[key] !== seen[key])) layOut();
      seen = now;
      requestPicture();
    }
    if (what === "selection" || what === "shape") drawOverlay();
  });
}
