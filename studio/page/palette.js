// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Palettes: display, random palettes, hue rotation, import from gradient files and pictures, and
// editing by stops.

import { clamp, el, notice } from "./dom.js";
import { follower } from "./fields.js";
import { change, set, settle, state } from "./state.js";

const kSize = 256;

export function colorsOf(hex) {
  return Array.from({ length: kSize }, (_, i) =>
    [0, 2, 4].map((at) => parseInt(hex.slice(i * 6 + at, i * 6 + at + 2), 16) || 0),
  );
}
export const hexOf = (colors) =>
  colors
    .map((color) =>
      color.map((c) => clamp(Math.round(c), 0, 255).toString(16).padStart(2, "0")).join(""),
    )
    .join("")
    .toUpperCase();

/**
 * Returns the palette that interpolates linearly between stops [[position 0..1, [r, g, b]], ...].
 */
export function fromStops(stops) {
  const sorted = stops.slice().sort((a, b) => a[0] - b[0]);
  return Array.from({ length: kSize }, (_, i) => {
    const at = i / (kSize - 1);
    const next = sorted.findIndex(([position]) => position >= at);
    if (next <= 0) return sorted[next < 0 ? sorted.length - 1 : 0][1];
    const [from, low] = sorted[next - 1],
      [to, high] = sorted[next];
    const share = to > from ? (at - from) / (to - from) : 0;
    return low.map((c, k) => c + share * (high[k] - c));
  });
}

function toHsv([r, g, b]) {
  const max = Math.max(r, g, b),
    min = Math.min(r, g, b),
    d = max - min;
  const hue =
    d === 0 ? 0 : max === r ? ((g - b) / d + 6) % 6 : max === g ? (b - r) / d + 2 : (r - g) / d + 4;
  return [hue, max === 0 ? 0 : d / max, max];
}
function fromHsv([hue, saturation, value]) {
  const channel = (n) => {
    const k = (n + hue) % 6;
    return value - value * saturation * Math.max(0, Math.min(k, 4 - k, 1));
  };
  return [channel(5), channel(3), channel(1)];
}

export function randomColors() {
  const count = 4 + Math.floor(Math.random() * 5),
    base = Math.random() * 6,
    spread = [0.5, 1, 2, 3][Math.floor(Math.random() * 4)];
  const stops = Array.from({ length: count }, (_, i) => [
    i / count,
    fromHsv([
      (base + spread * Math.floor(Math.random() * 3) + Math.random() * 0.5) % 6,
      Math.random() * 0.8 + 0.15,
      255 * (Math.random() < 0.3 ? Math.random() * 0.35 : 0.55 + Math.random() * 0.45),
    ]),
  ]);
  return fromStops([...stops, [1, stops[0][1]]]);
}

//--- import ---

/**
 * Reads gradients of other programs: .ugr and .gradient (UltraFractal), .map, CSS-like lists,
 * flam3's XML.
 */
export function parseGradient(text) {
  const ugr = [...text.matchAll(/index\s*=\s*(-?\d+)\s+color\s*=\s*(\d+)/g)].map(
    ([, index, color]) => [
      (((Number(index) % 400) + 400) % 400) / 399,
      [Number(color) & 255, (Number(color) >> 8) & 255, (Number(color) >> 16) & 255],
    ],
  );
  if (ugr.length > 1) return fromStops(ugr);
  const data = text.match(/data\s*=\s*"([0-9A-Fa-f\s]+)"/);
  if (data) {
    const digits = data[1].replace(/\s/g, ""),
      size = digits.length % 8 === 0 && digits.length / 8 >= kSize ? 8 : 6;
    const list = Array.from({ length: Math.floor(digits.length / size) }, (_, i) =>
      [0, 2, 4].map((at) => parseInt(digits.substr(i * size + (size - 6) + at, 2), 16)),
    );
    if (list.length > 1) return fromStops(list.map((color, i) => [i / (list.length - 1), color]));
  }
  const hexes = [...text.matchAll(/#([0-9a-fA-F]{6})\b/g)].map(([, h]) =>
    [0, 2, 4].map((at) => parseInt(h.slice(at, at + 2), 16)),
  );
  if (hexes.length > 1) return fromStops(hexes.map((color, i) => [i / (hexes.length - 1), color]));
  const rows = text
    .split("\n")
    .map((line) => line.trim().match(/^(\d+)\s+(\d+)\s+(\d+)/))
    .filter(Boolean)
    .map(([, r, g, b]) => [r, g, b].map(Number));
  if (rows.length > 1) return fromStops(rows.map((color, i) => [i / (rows.length - 1), color]));
  return null;
}

/** Takes the colours of a picture, ordered so that neighbours are alike. */
export async function fromImage(file) {
  const bitmap = await createImageBitmap(file, {
    resizeWidth: 96,
    resizeHeight: 64,
    resizeQuality: "medium",
  });
  const canvas = el("canvas", { width: 96, height: 64 });
  const context = canvas.getContext("2d");
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, 96, 64);
  let boxes = [
    Array.from({ length: data.length / 4 }, (_, i) => [
      data[i * 4],
      data[i * 4 + 1],
      data[i * 4 + 2],
    ]),
  ];
  const spread = (box) =>
    [0, 1, 2].map((c) => Math.max(...box.map((p) => p[c])) - Math.min(...box.map((p) => p[c])));
  while (boxes.length < 24) {
    // median cut
    boxes.sort((a, b) => Math.max(...spread(b)) * b.length - Math.max(...spread(a)) * a.length);
    const box = boxes.shift();
    if (!box || box.length < 2) break;
    const s = spread(box),
      channel = s.indexOf(Math.max(...s));
    box.sort((a, b) => a[channel] - b[channel]);
    boxes.push(box.slice(0, box.length / 2), box.slice(box.length / 2));
  }
  const mean = (box) => [0, 1, 2].map((c) => box.reduce((sum, p) => sum + p[c], 0) / box.length);
  const left = boxes
    .filter((box) => box.length)
    .map(mean)
    .sort((a, b) => a[0] + a[1] + a[2] - b[0] - b[1] - b[2]);
  const ordered = [left.shift()];
  while (left.length) {
    const last = ordered.at(-1),
      away = (p) => p.reduce((sum, c, i) => sum + (c - last[i]) ** 2, 0);
    left.sort((a, b) => away(a) - away(b));
    ordered.push(left.shift());
  }
  return fromStops(ordered.map((color, i) => [i / (ordered.length - 1), color]));
}

//--- panel ---

function draw(canvas) {
  const context = canvas.getContext("2d");
  const image = context.createImageData(kSize, 1);
  colorsOf(state.model.palette.hex).forEach((color, i) => image.data.set([...color, 255], i * 4));
  context.putImageData(image, 0, 0);
}

/** Replaces the colours. `key` is as in change(). */
export function putColors(colors, key = null) {
  change({ ...state.model, palette: { hex: hexOf(colors) } }, key);
  if (!key) settle();
}

let base = null; // the colours that the sliders start from
let baseHex = "";

function adjust(sliders) {
  if (!base || state.model.palette.hex !== baseHex) base = colorsOf(state.model.palette.hex);
  const [hue, saturation, light, shift] = sliders.map((slider) => Number(slider.value));
  // Linear in red, green and blue unless a channel is clipped. Linear changes need no new samples.
  const angle = (hue * Math.PI) / 180,
    c = Math.cos(angle),
    s = Math.sin(angle),
    third = 1 / 3,
    root = Math.sqrt(third) * s;
  const diagonal = c + (1 - c) * third,
    plus = (1 - c) * third - root,
    minus = (1 - c) * third + root;
  const turned = base.map(([r, g, b]) => [
    diagonal * r + plus * g + minus * b,
    minus * r + diagonal * g + plus * b,
    plus * r + minus * g + diagonal * b,
  ]);
  const colors = turned.map((color) => {
    const grey = (color[0] + color[1] + color[2]) / 3;
    return color.map((v) => (grey + (v - grey) * saturation) * light);
  });
  const moved = colors.map((_, i) => colors[(((i - Math.round(shift)) % kSize) + kSize) % kSize]);
  putColors(moved, "palette");
  baseHex = state.model.palette.hex;
}

function adjusters() {
  const make = (label, low, high, usual) =>
    el("input", {
      type: "range",
      min: low,
      max: high,
      step: (high - low) / 720,
      value: usual,
      "aria-label": label,
      "data-usual": usual,
    });
  const sliders = [
    make("hue", -180, 180, 0),
    make("saturation", 0, 2, 1),
    make("brightness", 0, 2, 1),
    make("shift", -128, 128, 0),
  ];
  for (const slider of sliders) {
    slider.oninput = () => adjust(sliders);
    slider.onchange = settle;
  }
  const node = el(
    "div",
    {},
    ...sliders.map((slider) =>
      el("div.field.wide", {}, el("span.label", {}, slider.getAttribute("aria-label")), slider),
    ),
  );
  return follower(node, () => {
    if (state.model.palette.hex === baseHex) return;
    base = null; // the palette was changed elsewhere
    baseHex = "";
    for (const slider of sliders) slider.value = slider.dataset.usual;
  });
}

let stops = null;
let stopsHex = "";

/**
 * Editor of stops under the strip: drag to move, double-click for the colour, click between stops
 * to add one.
 */
function stopEditor(canvas) {
  const bar = el("div", {
    style: "position:relative;height:22px;margin-bottom:6px",
    role: "group",
    "aria-label": "Stops",
  });
  const render = () => {
    if (!stops || state.model.palette.hex !== stopsHex) {
      const colors = colorsOf(state.model.palette.hex);
      stops = Array.from({ length: 9 }, (_, i) => [i / 8, colors[Math.round((i / 8) * 255)]]);
      stopsHex = state.model.palette.hex;
    }
    bar.replaceChildren(...stops.map((stop, index) => marker(stop, index)));
  };
  const apply = (key) => {
    putColors(fromStops(stops), key);
    stopsHex = state.model.palette.hex;
  };
  const marker = (stop, index) => {
    const css = `rgb(${stop[1].map(Math.round).join(",")})`;
    const input = el("input", {
      type: "color",
      "aria-label": "Stop " + (index + 1),
      value: "#" + hexOf([stop[1]]).toLowerCase(),
      title: "drag to move, click for the colour, right-click to remove",
      style: `position:absolute;left:calc(${stop[0] * 100}% - 9px);top:0;width:18px;height:20px;padding:0;border:2px solid var(--text);border-radius:4px;background:${css};touch-action:none`,
    });
    let moved = false;
    input.onpointerdown = (event) => {
      moved = false;
      input.setPointerCapture(event.pointerId);
    };
    input.onpointermove = (event) => {
      if (!input.hasPointerCapture(event.pointerId)) return;
      const box = bar.getBoundingClientRect(),
        to = clamp((event.clientX - box.left) / box.width, 0, 1);
      if (Math.abs(to - stop[0]) * box.width < 3 && !moved) return;
      moved = true;
      stop[0] = to;
      input.style.left = `calc(${to * 100}% - 9px)`;
      apply("stops");
    };
    input.onpointerup = settle;
    input.onclick = (event) => {
      if (moved) event.preventDefault();
    };
    input.oninput = () => {
      stop[1] = [1, 3, 5].map((at) => parseInt(input.value.slice(at, at + 2), 16));
      input.style.background = input.value;
      apply("stops");
    };
    input.onchange = settle;
    input.oncontextmenu = (event) => {
      event.preventDefault();
      if (stops.length > 2) {
        stops.splice(index, 1);
        apply(null);
        render();
      }
    };
    return input;
  };
  canvas.ondblclick = (event) => {
    const box = canvas.getBoundingClientRect(),
      at = (event.clientX - box.left) / box.width;
    stops.push([at, colorsOf(state.model.palette.hex)[Math.round(at * 255)]]);
    render();
  };
  return follower(bar, () => {
    if (!stops || state.model.palette.hex !== stopsHex) render();
  });
}

/** Imports the colours of a gradient file or of a picture. */
export async function importColors(file) {
  const colors = file.type.startsWith("image/")
    ? await fromImage(file).catch(() => null)
    : parseGradient(await file.text());
  if (colors) putColors(colors);
  else
    notice(
      `'${file.name}' has no colours that are known here: .ugr, .gradient, .map, lists of #RRGGBB, pictures`,
    );
  return !!colors;
}

function importFile() {
  const input = el("input", {
    type: "file",
    accept: ".ugr,.gradient,.map,.gpl,.xml,.flame,.txt,.json,image/*",
  });
  input.onchange = async () => {
    const file = input.files[0];
    if (!file) return;
    await importColors(file);
  };
  input.click();
}

/** Shows the library: the palettes of this file's flames and some random ones. */
function library() {
  const row = el("div.cells", {
    style: "grid-template-columns:1fr 1fr;gap:5px;margin-top:8px",
    role: "group",
    "aria-label": "Palettes",
  });
  const add = (colors, label) => {
    const canvas = el("canvas.strip", {
      width: kSize,
      height: 1,
      style: "height:20px;cursor:pointer",
    });
    const image = canvas.getContext("2d").createImageData(kSize, 1);
    colors.forEach((color, i) => image.data.set([...color.map(Math.round), 255], i * 4));
    canvas.getContext("2d").putImageData(image, 0, 0);
    row.append(
      el(
        "button.plain",
        { title: label, "aria-label": label, style: "padding:0", onclick: () => putColors(colors) },
        canvas,
      ),
    );
  };
  const seen = new Set();
  for (const flame of state.flames)
    if (!seen.has(flame.palette.hex) && seen.size < 12) {
      seen.add(flame.palette.hex);
      add(colorsOf(flame.palette.hex), flame.name || "of a flame of this file");
    }
  for (let i = 0; i < 8; i++) add(randomColors(), "random");
  return row;
}

export function palettePanel() {
  const canvas = el("canvas.strip", {
    width: kSize,
    height: 1,
    "aria-label": "Palette",
    title: "double-click for another stop",
  });
  follower(canvas, draw, ["palette"]);
  const button = (label, title, make) =>
    el(
      "button",
      { title, onclick: () => putColors(make(colorsOf(state.model.palette.hex))) },
      label,
    );
  const strip = el("div", {}, canvas);
  return el(
    "section.panel",
    { "aria-label": "Palette" },
    el("h2", {}, "Palette"),
    follower(strip, () => draw(canvas), ["palette"]),
    stopEditor(canvas),
    el(
      "div.row",
      {},
      button("Random", "Another palette", randomColors),
      button("Reverse", "Backwards", (colors) => colors.reverse()),
      button("Smooth", "Without hard edges", (colors) =>
        colors.map((_, i) =>
          [0, 1, 2].map(
            (c) =>
              [-4, -3, -2, -1, 0, 1, 2, 3, 4].reduce(
                (sum, d) => sum + colors[(i + d + kSize) % kSize][c],
                0,
              ) / 9,
          ),
        ),
      ),
      el("button", { title: "A gradient file or a picture", onclick: importFile }, "Import…"),
    ),
    adjusters(),
    library(),
  );
}
