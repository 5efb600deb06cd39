// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Filming: key flames in a row, scrubbed and played in preview quality, then exported in the
// background.

import { clamp, el, notice, si } from "./dom.js";
import { on, question, send } from "./net.js";
import { nextPicture, showFilm } from "./viewport.js";
import { adopt, state } from "./state.js";

const film = { kind: "loop", models: [], frames: 160, stagger: 0 };
let at = 0;
let playing = false;
let jobs = [];
const pictures = new Map();

/** State for tests. */
window.studioFilm = {
  get jobs() {
    return jobs;
  },
  get at() {
    return at;
  },
  get isPlaying() {
    return playing;
  },
  played: 0,
};

on("exports", (message) => {
  jobs = message.exports;
  renderJobs();
});
on("welcome", (message) => {
  jobs = message.exports;
  renderJobs();
});

/** Returns the subject to show: the flames of the row, or the edited flame if the row is empty. */
const subjectOf = () => ({ ...film, models: film.models.length ? film.models : [state.model] });
const needsTwo = () => film.kind !== "loop" && film.models.length < 2;

export function stopFilming() {
  playing = false;
  showFilm(null);
}

function scrub(share, isRunning = false) {
  at = clamp(share, 0, 1);
  if (needsTwo()) return;
  showFilm(subjectOf(), at, isRunning);
}

const kRate = 24; // frames per second

/** Plays at the film's frame rate and drops frames that come too late. */
async function play(slider, button) {
  playing = !playing;
  if (!playing || needsTwo()) {
    playing = false;
    return;
  }
  button.textContent = "Pause";
  const started = performance.now() - ((at * film.frames) / kRate) * 1000;
  let last = -1;
  while (playing && slider.isConnected) {
    const frame = Math.floor(((performance.now() - started) / 1000) * kRate);
    if (frame !== last) {
      last = frame;
      const shown = nextPicture();
      scrub((frame / film.frames) % 1, true);
      slider.value = at;
      await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, 1500))]);
      window.studioFilm.played++;
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  playing = false;
  button.textContent = "Play";
  if (slider.isConnected) scrub(at); // show the last frame in full quality
}

/** Returns the time of a key in frames, for films whose keys have times. */
function keyTime(model, index, render) {
  const input = el("input.keytime", {
    type: "number",
    step: 1,
    value: model.time ?? 0,
    "aria-label": `Time of key ${index + 1}`,
    title: "at this frame; times must increase",
  });
  input.onchange = () => {
    film.models[index] = { ...model, time: Number(input.value) || 0 };
    pictures.set(film.models[index], pictures.get(model));
    render();
  };
  input.ondblclick = (event) => event.stopPropagation();
  return input;
}

function keyCell(model, index, render) {
  const node = el(
    "div.cell",
    {
      role: "listitem",
      tabIndex: 0,
      "aria-label": `Key ${index + 1} ${model.name || ""}`,
      title: `${model.name || "key " + (index + 1)}\ndrag, or Alt with arrows: move; Enter or double-click: edit; Delete: remove`,
    },
    el("span.tag", {}, `${index + 1} ${model.name || ""}`),
    film.kind === "keys" ? keyTime(model, index, render) : null,
    el(
      "button.star",
      {
        "aria-label": `Remove key ${index + 1}`,
        style: "color:#fff",
        onclick: () => {
          film.models.splice(index, 1);
          render();
        },
      },
      "✕",
    ),
  );
  const move = (to) => {
    if (to < 0 || to >= film.models.length) return;
    film.models.splice(to, 0, ...film.models.splice(index, 1));
    render();
    document.querySelectorAll(".keys .cell")[to]?.focus();
  };
  node.onkeydown = (event) => {
    if (event.target !== node) return;
    const does = event.altKey
      ? { ArrowLeft: () => move(index - 1), ArrowRight: () => move(index + 1) }[event.key]
      : {
          Enter: () => adopt(model),
          Delete: () => {
            film.models.splice(index, 1);
            render();
          },
        }[event.key];
    if (!does) return;
    event.preventDefault();
    event.stopPropagation();
    does();
  };
  node.draggable = true;
  node.ondragstart = (event) => event.dataTransfer.setData("text/x-key", String(index));
  node.ondragover = (event) => event.preventDefault();
  node.ondrop = (event) => {
    event.preventDefault();
    event.stopPropagation();
    const from = event.dataTransfer.getData("text/x-key");
    if (from === "") return;
    film.models.splice(index, 0, ...film.models.splice(Number(from), 1));
    render();
  };
  node.ondblclick = () => adopt(model);
  const known = pictures.get(model);
  if (known) node.prepend(el("img", { src: known, alt: "" }));
  else
    question(
      { t: "draw", model, slot: 0, width: 160, height: 90, quality: 15 },
      (answer, bytes) => {
        if (!bytes) return;
        pictures.set(model, URL.createObjectURL(new Blob([bytes], { type: "image/jpeg" })));
        node.prepend(el("img", { src: pictures.get(model), alt: "" }));
      },
    ).catch(() => {});
  return node;
}

function jobNode(job) {
  const change = (what) => send({ t: "changeExport", export: job.id, what });
  const percent = Math.floor(job.share * 100);
  const left = job.remaining ? `, ${Math.round(job.remaining)} s left` : "";
  return el(
    "div.job",
    { "data-state": job.state },
    el(
      "div.row",
      {},
      el("b", {}, job.output),
      el("span.grow"),
      el("span.dim", {}, job.state === "running" ? `${percent} %${left}` : job.state),
    ),
    job.state === "running" || job.state === "paused"
      ? el("progress", { max: 1, value: job.share, "aria-label": "Progress" })
      : null,
    job.error ? el("div.message.error", {}, job.error) : null,
    el(
      "div.row",
      {},
      job.state === "running" || job.state === "queued"
        ? el("button.plain", { onclick: () => change("pause") }, "pause")
        : null,
      job.state === "paused" || job.state === "failed"
        ? el(
            "button.plain",
            { onclick: () => change("resume") },
            job.state === "failed" ? "try again" : "resume",
          )
        : null,
      job.state === "done" && job.oneFile
        ? el("a", { href: `/export?id=${job.id}`, target: "_blank", rel: "noopener" }, "open")
        : null,
      job.state === "done" && job.oneFile
        ? el("a", { href: `/export?id=${job.id}&download=1` }, "download")
        : null,
      el(
        "button.plain",
        { onclick: () => change("cancel") },
        job.state === "done" ? "remove from the list" : "cancel",
      ),
    ),
  );
}

function renderJobs() {
  const list = document.getElementById("jobs");
  list?.replaceChildren(
    ...(jobs.length
      ? jobs.slice().reverse().map(jobNode)
      : [el("span.dim", {}, "nothing is being exported")]),
  );
}

function exportPanel() {
  const [width, height] = state.model.settings.size;
  const base = (state.model.name || "flame").replace(/[^A-Za-z0-9_-]+/g, "-") || "flame";
  const what = el(
    "select",
    { name: "what", "aria-label": "What to export" },
    new Option("picture", "picture"),
    new Option("film", "film", false, true),
  );
  const output = el("input", { value: base + ".mp4", "aria-label": "File", style: "width:150px" });
  const number = (value, label, width = 64) =>
    el("input", { type: "number", value, "aria-label": label, style: `width:${width}px`, min: 1 });
  const w = number(width, "Width"),
    h = number(height, "Height"),
    quality = number(state.model.settings.quality, "Quality", 74),
    rate = number(24, "Frames per second", 52);
  what.onchange = () => {
    output.value = output.value.replace(/\.[a-z0-9]+$/, what.value === "film" ? ".mp4" : ".png");
  };
  const start = () => {
    if (what.value === "film" && needsTwo()) return notice("add two keys first, or choose a loop");
    const subject = what.value === "film" ? { film: subjectOf() } : { model: state.model };
    question({
      t: "export",
      subject,
      output: output.value,
      width: Number(w.value),
      height: Number(h.value),
      quality: Number(quality.value),
      rate: Number(rate.value),
    }).catch((error) => notice(error.message));
  };
  return el(
    "section.panel",
    { "aria-label": "Export" },
    el("h2", {}, "Export"),
    el("div.row", {}, what, output, el("label.inline", {}, w, "×", h)),
    el(
      "div.row",
      { style: "margin-top:6px" },
      el("label.inline", {}, "quality", quality),
      el("label.inline", {}, "fps", rate),
      el("button.primary", { id: "export", onclick: start }, "Export"),
    ),
    el("div", { id: "jobs", style: "margin-top:10px", "aria-live": "polite" }),
  );
}

export function renderFilm(side) {
  const render = () => {
    renderFilm(side);
    scrub(at);
  };
  const kind = el(
    "select",
    { "aria-label": "Kind of film" },
    ...[
      ["loop", "loop of a flame"],
      ["edge", "edge between two"],
      ["sequence", "loops and edges"],
      ["keys", "key frames at their times"],
    ].map(([word, text]) => new Option(text, word, false, word === film.kind)),
  );
  kind.onchange = () => {
    film.kind = kind.value;
    render();
  };
  const frames = el("input", {
    type: "number",
    value: film.frames,
    min: 2,
    "aria-label": "Frames",
    style: "width:70px",
  });
  frames.onchange = () => {
    film.frames = clamp(Number(frames.value) || 160, 2, 1e5);
    render();
  };
  const stagger = el("input", {
    type: "range",
    min: 0,
    max: 1,
    step: 0.05,
    value: film.stagger,
    "aria-label": "Stagger",
  });
  stagger.oninput = () => {
    film.stagger = Number(stagger.value);
    scrub(at);
  };
  const slider = el("input", {
    type: "range",
    id: "scrubber",
    min: 0,
    max: 1,
    step: 0.001,
    value: at,
    "aria-label": "Time",
    style: "flex:1",
  });
  slider.oninput = () => {
    playing = false;
    scrub(Number(slider.value));
  };
  const button = el("button", { id: "play", onclick: () => play(slider, button) }, "Play");
  const keys = el(
    "div.keys",
    { role: "list", "aria-label": "Keys" },
    ...film.models.map((model, index) => keyCell(model, index, render)),
    el(
      "button",
      {
        id: "addkey",
        title: "Put the flame that is edited behind the others",
        onclick: () => {
          const model =
            film.kind === "keys"
              ? { ...state.model, time: film.models.length * film.frames }
              : state.model;
          film.models.push(model);
          render();
        },
      },
      "+ this flame",
    ),
  );
  side.replaceChildren(
    el(
      "section.panel",
      { "aria-label": "Film" },
      el("h2", {}, "Film"),
      el(
        "div.row",
        {},
        kind,
        el("label.inline", {}, "frames", frames),
        el("label.inline", {}, "stagger", stagger),
      ),
      el("div", { style: "margin:10px 0" }, keys),
      film.models.length || film.kind !== "loop"
        ? null
        : el("span.dim", {}, "the flame that is edited turns once"),
      needsTwo()
        ? el("div.message", {}, "two flames are needed: add this one, open another, add that")
        : null,
      el("div.row", { style: "flex-wrap:nowrap" }, button, slider),
    ),
    exportPanel(),
  );
  renderJobs();
}

export const startFilming = () => scrub(at);
