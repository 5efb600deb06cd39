// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The page as a whole: workspaces, keys, the connection, and the state kept between visits.

import { $, el, notice, say, tabs } from "./dom.js";
import { renderEdit } from "./edit.js";
import { breedAgain, renderExplore } from "./explore.js";
import { renderFilm, startFilming, stopFilming } from "./film.js";
import { acceptDrops, copy, openFlame, parseText, paste, save } from "./files.js";
import { renderFolder } from "./folder.js";
import { connect, on, question, send } from "./net.js";
import { drawOverlay, requestPicture, setUpViewport } from "./viewport.js";
import {
  adopt,
  canRedo,
  canUndo,
  change,
  redo,
  schema,
  set,
  settle,
  state,
  tell,
  undo,
  watch,
} from "./state.js";

const kWorkspaces = [
  ["edit", "Edit", "Edit the flame (1)"],
  ["explore", "Explore", "Mutants, crosses, sweeps (2)"],
  ["folder", "Folder", "All flames of the folder (3)"],
  ["film", "Film", "Animate and export (4)"],
];
let workspace = "edit";
window.studioState = state;

function show(which) {
  if (workspace === "film" && which !== "film") stopFilming();
  workspace = which;
  document.body.classList.toggle("wide", which === "folder");
  document.body.classList.toggle("grid", which === "explore");
  state.workspace = which;
  drawOverlay();
  tabs($("workspaces"), kWorkspaces, workspace, show);
  const side = $("side");
  if (!state.model) return;
  ({ edit: renderEdit, explore: renderExplore, folder: renderFolder, film: renderFilm })[which](
    side,
  );
  side.scrollTop = 0;
  if (which === "film") startFilming();
}

watch((what) => {
  if (!state.model) return;
  $("undo").disabled = !canUndo();
  $("redo").disabled = !canRedo();
  if (document.activeElement !== $("name")) $("name").value = state.model.name;
  $("file").textContent = state.file;
  if (what === "file" || what === "shape") {
    $("flames").hidden = state.flames.length < 2;
    $("flames").replaceChildren(
      ...state.flames.map(
        (flame, i) =>
          new Option(
            `${i + 1} of ${state.flames.length}: ${flame.name}`,
            i,
            false,
            i === state.flameIndex,
          ),
      ),
    );
  }
  const title = (state.model.name || "flame") + " — flame-studio";
  if (document.title !== title) document.title = title;
  if (what === "shape" || what === "selection") {
    const side = $("side"),
      scroll = side.scrollTop;
    if (workspace === "edit") {
      renderEdit(side);
      side.scrollTop = scroll;
    }
  }
  if (what === "model" || what === "shape") keepSoon();
});

//--- kept between visits ---

const session = (() => {
  const known = sessionStorage.getItem("session");
  if (known) return known;
  const made = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) =>
    byte.toString(36),
  ).join("");
  sessionStorage.setItem("session", made);
  return made;
})();

let keepTimer = 0;
function keepSoon() {
  clearTimeout(keepTimer);
  keepTimer = setTimeout(
    () =>
      send({
        t: "keep",
        session,
        document: {
          model: state.model,
          file: state.file,
          flames: state.flames.length > 50 ? [state.model] : state.flames,
          flameIndex: state.flameIndex,
        },
      }),
    600,
  );
}

function restore(kept) {
  state.file = kept.file ?? "";
  state.flames = kept.flames ?? [];
  state.flameIndex = kept.flameIndex ?? 0;
  adopt(kept.model);
}

//--- the connection ---

function setLink(kind, text) {
  $("link").className = "dot " + kind;
  $("link").title = text;
  $("link").setAttribute("aria-label", text);
}

on("connected", () => {
  setLink("on", "connected");
  send({ t: "hello", session });
});
on("disconnected", () => setLink("off", "the server does not answer; trying again"));

on("welcome", async (message) => {
  $("device").textContent = message.device;
  $("device").title = message.fallback ? "no GPU: " + message.fallback : "";
  if (state.model) {
    requestPicture();
    show(workspace);
    return;
  } // reconnected
  const wanted = new URLSearchParams(location.search).get("file");
  if (wanted && (await openFlame(wanted))) return show(workspace);
  if (message.kept?.model) restore(message.kept);
  else if (message.files.length) await openFlame(message.files[0]);
  if (!state.model) await newFlame();
  show(workspace);
});

on("messages", (message) => {
  if (message.view !== "main") return;
  const text = JSON.stringify(message.messages);
  if (text === JSON.stringify(state.messages)) return;
  state.messages = message.messages;
  tell("messages");
  const wrong = message.messages.find((entry) => entry.severity === "error");
  if (wrong) notice(wrong.text);
});

async function newFlame() {
  await question(
    {
      t: "breed",
      operation: "random",
      count: 1,
      draw: false,
      seed: Math.floor(Math.random() * 2 ** 48),
      options: { family: "any", width: 1280, height: 720 },
    },
    (answer) => {
      if (answer.t !== "cell") return;
      state.file = "";
      state.flames = [answer.model];
      state.flameIndex = 0;
      state.selected = 0;
      adopt({ ...answer.model, name: "new" });
    },
  ).catch((error) => notice(error.message));
}

//--- keys ---

const kKeys = [
  ["1 2 3 4", "workspaces"],
  ["Ctrl Z, Ctrl Shift Z", "undo, redo"],
  ["Ctrl S", "save"],
  ["Ctrl C, Ctrl V", "copy and paste the flame as XML"],
  ["N", "a random flame"],
  ["B", "breed again"],
  ["T", "triangles on or off"],
  ["P", "triangles of pre or post affines"],
  ["drag, wheel, pinch", "move the camera; Shift-drag turns it"],
  ["arrows + −", "the same, with the picture focused"],
  ["arrows, Enter, S", "in the folder: walk, open, star"],
  ["Alt ← →, Delete", "in a film: move a key, remove it"],
  ["drag a corner", "change an affine; with Shift turn and scale it"],
  ["drag a label", "change its number; Shift is finer; double-click for the default"],
];

const help = () =>
  say(
    "Keys",
    el(
      "table.keys-help",
      {},
      ...kKeys.map(([keys, what]) =>
        el("tr", {}, el("td", {}, el("kbd", {}, keys)), el("td", {}, what)),
      ),
    ),
  );

function pressed(event) {
  const isTyping =
    /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) &&
    event.target.type !== "range" &&
    event.target.type !== "checkbox";
  if ($("dialog").open) return;
  const key = event.key.toLowerCase(),
    isControl = event.ctrlKey || event.metaKey;
  const does = isControl
    ? { z: event.shiftKey ? redo : undo, y: redo, s: save }[key]
    : isTyping || event.altKey
      ? null
      : {
          1: () => show("edit"),
          2: () => show("explore"),
          3: () => show("folder"),
          4: () => show("film"),
          n: newFlame,
          b: () => {
            if (workspace !== "explore") show("explore");
            breedAgain();
          },
          t: () => {
            $("triangles").checked = !$("triangles").checked;
            drawOverlay();
          },
          p: () => {
            state.usePost = !state.usePost;
            tell("selection");
          },
          "?": help,
        }[key];
  if (!does || (isControl && isTyping && key !== "s")) return;
  event.preventDefault();
  does();
}

function setTheme(isLight) {
  document.documentElement.classList.toggle("light", isLight);
  localStorage.setItem("theme", isLight ? "light" : "dark");
}

function setUp() {
  const theme = localStorage.getItem("theme");
  setTheme(theme ? theme === "light" : matchMedia("(prefers-color-scheme: light)").matches);
  $("theme").onclick = () => setTheme(!document.documentElement.classList.contains("light"));
  $("undo").onclick = undo;
  $("redo").onclick = redo;
  $("new").onclick = newFlame;
  $("copy").onclick = copy;
  $("paste").onclick = paste;
  $("save").onclick = save;
  $("help").onclick = help;
  $("flames").onchange = () => {
    const index = Number($("flames").value);
    state.flames = state.flames.map((flame, i) => (i === state.flameIndex ? state.model : flame));
    state.flameIndex = index;
    state.selected = 0;
    adopt(state.flames[index]);
    tell("file");
  };
  $("name").oninput = () => set(["name"], $("name").value);
  $("name").onchange = settle;
  document.addEventListener("keydown", pressed);
  document.addEventListener("copy", (event) => {
    if (!getSelection().toString() && !/INPUT|TEXTAREA/.test(document.activeElement.tagName)) {
      event.preventDefault();
      copy();
    }
  });
  document.addEventListener("paste", (event) => {
    if (/INPUT|TEXTAREA/.test(event.target.tagName)) return;
    const text = event.clipboardData.getData("text/plain");
    if (text) {
      event.preventDefault();
      parseText(text, "clipboard");
    }
  });
  acceptDrops(document.body);
}

async function start() {
  setUp();
  setUpViewport();
  tabs($("workspaces"), kWorkspaces, workspace, show);
  Object.assign(schema, await (await fetch("/schema.json")).json());
  connect();
}

start().catch((error) => notice("the page could not start: " + error.message));
