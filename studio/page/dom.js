// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements, fields and small helpers shared by all panels.

/** Makes an element: el('button.primary', {onclick, title}, 'text', child...). */
export function el(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const node = document.createElement(name);
  if (classes.length) node.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key in node && key !== "list" && key !== "style") node[key] = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(
    ...children.filter((child) => child !== null && child !== undefined && child !== false),
  );
  return node;
}

export const $ = (id) => document.getElementById(id);

/** Formats a number with no more digits than it needs. */
export function spell(value, digits = 6) {
  if (!Number.isFinite(value)) return "";
  return String(Number(value.toPrecision(digits)));
}

export function si(value) {
  for (const [size, unit] of [
    [1e12, " T"],
    [1e9, " G"],
    [1e6, " M"],
    [1e3, " k"],
  ])
    if (value >= size) return (value / size).toPrecision(3) + unit;
  return value.toPrecision(3);
}

export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/** Returns a copy of `node` with `value` at `path`. The copy shares everything else with `node`. */
export function withValue(node, path, value) {
  if (!path.length) return value;
  const [key, ...rest] = path;
  const copy = Array.isArray(node) ? node.slice() : { ...node };
  copy[key] = withValue(node?.[key] ?? {}, rest, value);
  return copy;
}

export const valueAt = (node, path) => path.reduce((at, key) => at?.[key], node);

/** Fills `container` with a row of buttons, one of which is chosen. */
export function tabs(container, entries, chosen, choose) {
  container.setAttribute("role", "tablist");
  container.replaceChildren(
    ...entries.map(([key, label, title]) =>
      el(
        "button",
        {
          role: "tab",
          title,
          "aria-selected": String(key === chosen),
          tabIndex: key === chosen ? 0 : -1,
          "data-tab": key,
          onclick: () => choose(key),
          onkeydown: (event) => {
            const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
            if (!step) return;
            const index = entries.findIndex(([other]) => other === key);
            const next = entries[(index + step + entries.length) % entries.length][0];
            choose(next);
            container.querySelector(`[data-tab="${next}"]`)?.focus();
          },
        },
        label,
      ),
    ),
  );
}

let noticeTimer = 0;
/** Shows a message over the picture. */
export function notice(text, isFine = false) {
  const box = $("notice");
  box.textContent = text;
  box.classList.toggle("fine", isFine);
  box.hidden = !text;
  clearTimeout(noticeTimer);
  if (text)
    noticeTimer = setTimeout(
      () => {
        box.hidden = true;
      },
      isFine ? 3000 : 9000,
    );
}

/** Asks a question. Resolves to an object with the named inputs, or to null. */
export function ask(title, body, actionLabel = "OK") {
  const dialog = $("dialog");
  dialog.classList.remove("large");
  return new Promise((resolve) => {
    const form = el(
      "form",
      {
        method: "dialog",
        onsubmit: () => {
          dialog.returnValue = "ok";
        },
      },
      el("h2", {}, title),
      body,
      el(
        "div.row",
        { style: "margin-top:14px;justify-content:flex-end" },
        el("button", { type: "button", onclick: () => dialog.close("") }, "Cancel"),
        actionLabel ? el("button.primary", { type: "submit", value: "ok" }, actionLabel) : null,
      ),
    );
    dialog.replaceChildren(form);
    dialog.returnValue = "";
    dialog.onclose = () =>
      resolve(dialog.returnValue === "ok" ? Object.fromEntries(new FormData(form)) : null);
    dialog.showModal();
  });
}

export function say(title, body, isLarge = false) {
  const dialog = $("dialog");
  dialog.classList.toggle("large", isLarge);
  dialog.replaceChildren(
    el("h2", {}, title),
    body,
    el(
      "div.row",
      { style: "margin-top:14px;justify-content:flex-end" },
      el("button.primary", { onclick: () => dialog.close() }, "Close"),
    ),
  );
  dialog.onclose = null;
  dialog.showModal();
}
