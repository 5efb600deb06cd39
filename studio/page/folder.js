// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The folder: thumbnails of all flames in it, searched, sorted, starred.

import { el, notice } from './dom.js';
import { question, send } from './net.js';
import { openFlame } from './files.js';

let entries = [];
let isLoading = false;
const view = { search: '', sort: 'file', starred: false };

const keyOf = (entry) => `${entry.file}#${entry.index ?? 0}`;

function matches(entry) {
  if (view.starred && !entry.star) return false;
  const text = `${entry.file} ${entry.name ?? ''} ${entry.nick ?? ''} ${(entry.variations ?? []).join(' ')}`.toLowerCase();
  return view.search.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

const kOrders = {
  file: (a, b) => a.file.localeCompare(b.file, undefined, { numeric: true }) || (a.index ?? 0) - (b.index ?? 0),
  name: (a, b) => (a.name ?? '').localeCompare(b.name ?? '', undefined, { numeric: true }),
  xforms: (a, b) => (b.xforms ?? 0) - (a.xforms ?? 0),
  variations: (a, b) => (b.variations?.length ?? 0) - (a.variations?.length ?? 0),
};

function cellOf(entry) {
  if (entry.error) return el('div.cell.wrong', { title: entry.error }, el('b', {}, entry.file), el('br'), entry.error);
  const star = el('button.star', { 'aria-label': 'Star', 'aria-pressed': String(!!entry.star), onclick: (event) => {
    event.stopPropagation();
    entry.star = !entry.star;
    star.setAttribute('aria-pressed', String(entry.star));
    send({ t: 'star', key: keyOf(entry), on: entry.star });
  } }, '★');
  const source = `/thumbnail?file=${encodeURIComponent(entry.file)}&index=${entry.index}&v=${entry.stamp}`;
  const title = `${entry.file}${entry.index ? ' #' + entry.index : ''}\n${entry.variations.join(', ')}`;
  return el('div.cell', { role: 'button', tabIndex: 0, title, 'data-file': entry.file, onclick: () => openFlame(entry.file, entry.index),
    onkeydown: (event) => { if (event.key === 'Enter') openFlame(entry.file, entry.index); } },
  el('img', { src: source, loading: 'lazy', decoding: 'async', alt: entry.name || entry.file }), el('span.tag', {}, entry.name || entry.file), star);
}

function fill(grid, count) {
  const shown = entries.filter(matches).sort(kOrders[view.sort]);
  count.textContent = isLoading ? `${entries.length} …` : `${shown.length} of ${entries.length}`;
  grid.replaceChildren(...shown.map(cellOf));
}

export function renderFolder(side) {
  const grid = el('div.cells', { id: 'thumbnails' });
  const count = el('span.dim');
  const search = el('input', { type: 'search', placeholder: 'search names and variations', 'aria-label': 'Search', value: view.search });
  const sort = el('select', { 'aria-label': 'Order' }, ...Object.keys(kOrders).map((word) => new Option(word, word, false, word === view.sort)));
  const starred = el('input', { type: 'checkbox', checked: view.starred });
  let timer = 0;
  search.oninput = () => { view.search = search.value; clearTimeout(timer); timer = setTimeout(() => fill(grid, count), 80); };
  sort.onchange = () => { view.sort = sort.value; fill(grid, count); };
  starred.onchange = () => { view.starred = starred.checked; fill(grid, count); };
  const load = async () => {
    entries = [];
    isLoading = true;
    await question({ t: 'folder' }, (message) => {
      if (message.t !== 'folder') return;
      entries.push(...message.entries);
      isLoading = !message.last;
      fill(grid, count);
    }).catch((error) => notice(error.message));
  };
  side.replaceChildren(el('section.part', {}, el('div.row', {}, search, sort, el('label.inline', {}, starred, 'starred'), el('button', { onclick: load }, 'Reload'), count)),
    el('section.part', { style: 'border:0' }, grid));
  if (entries.length) fill(grid, count);
  else load();
}
