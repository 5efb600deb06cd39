// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opening, saving, copying and pasting.

import { ask, el, notice } from "./dom.js";
import { question } from "./net.js";
import { adopt, state, tell } from "./state.js";

/** Loads the opened flames. `index` selects the one to edit. */
export function take(opened, file, index = 0) {
  state.messages = opened.messages;
  tell("messages");
  if (!opened.flames.length) {
    const first =
      opened.messages.find((message) => message.severity === "error") ?? opened.messages[0];
    notice(`${file || "the text"}: ${first?.text ?? "no flame"}`);
    return false;
  }
  state.flames = opened.flames;
  state.flameIndex = Math.min(index, opened.flames.length - 1);
  state.file = file;
  state.selected = 0;
  adopt(opened.flames[state.flameIndex]);
  tell("selection");
  tell("file");
  return true;
}

export async function openFlame(file, index = 0) {
  try {
    return take(await question({ t: "open", file }), file, index);
  } catch (error) {
    notice(error.message);
    return false;
  }
}

export async function parseText(text, name) {
  try {
    return take(await question({ t: "parse", text, name }), "");
  } catch (error) {
    notice(error.message);
    return false;
  }
}

export async function save() {
  const plain =
    (state.model.name || "flame").replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^-+|-+$/g, "") ||
    "flame";
  const isWhole = state.file && state.flames.length > 1;
  const answer = await ask(
    "Save",
    el(
      "div",
      {},
      el(
        "label.row",
        {},
        "file ",
        el("input", {
          name: "file",
          value: state.file || plain + ".flame",
          required: true,
          title: ".flame: XML; .json: a node of a flock",
          style: "flex:1",
        }),
      ),
      isWhole
        ? el(
            "p.dim",
            {},
            `the file has ${state.flames.length} flames: this one replaces number ${state.flameIndex + 1}`,
          )
        : null,
    ),
    "Save",
  );
  if (!answer) return;
  const isSame = answer.file === state.file;
  const models =
    isWhole && isSame
      ? state.flames.map((flame, i) => (i === state.flameIndex ? state.model : flame))
      : [state.model];
  const attempt = async (replace) => {
    const { messages } = await question({ t: "save", file: answer.file, models, replace });
    state.file = answer.file;
    state.flames = models;
    state.flameIndex = isWhole && isSame ? state.flameIndex : 0;
    tell("file");
    if (messages?.length)
      notice(
        `saved as ${answer.file}, which cannot hold all of it:\n` +
          messages.map((message) => message.text).join("\n"),
      );
    else notice("saved as " + answer.file, true);
  };
  try {
    await attempt(isSame);
  } catch (error) {
    if (!/already/.test(error.message)) return notice(error.message);
    if (
      await ask("Replace it?", el("p", {}, `There is a file '${answer.file}' already.`), "Replace")
    )
      await attempt(true).catch((failed) => notice(failed.message));
  }
}

export async function copy() {
  try {
    const { text } = await question({ t: "xml", models: [state.model] });
    await navigator.clipboard.writeText(text);
    notice("copied as XML", true);
  } catch (error) {
    notice(error.message);
  }
}

export async function paste() {
  try {
    await parseText(await navigator.clipboard.readText(), "clipboard");
  } catch {
    notice("the browser does not let this page read the clipboard: press Ctrl+V instead");
  }
}

export function acceptDrops(node) {
  node.addEventListener("dragover", (event) => {
    event.preventDefault();
  });
  node.addEventListener("drop", async (event) => {
    event.preventDefault();
    const file = event.dataTransfer.files[0];
    if (file) await parseText(await file.text(), file.name);
    else if (event.dataTransfer.getData("text/plain"))
      await parseText(event.dataTransfer.getData("text/plain"), "dropped text");
  });
}
