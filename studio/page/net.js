// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The connection: questions with answers, pictures, and endless reconnecting when the server goes
// away.

const listeners = new Map();
const waiting = new Map();
let socket = null;
let lastId = 0;
let delay = 200;

/** Calls `listener(message, bytes)` for each message of a kind. */
export function on(kind, listener) {
  if (!listeners.has(kind)) listeners.set(kind, []);
  listeners.get(kind).push(listener);
}

function emit(kind, message, bytes) {
  for (const listener of listeners.get(kind) ?? []) listener(message, bytes);
}

export const isConnected = () => socket?.readyState === WebSocket.OPEN;

/**
 * Sends a message. Without a connection the message is lost; pages send their whole state again
 * when they reconnect.
 */
export function send(message) {
  if (isConnected()) socket.send(JSON.stringify(message));
}

/**
 * Sends a question and resolves to the first answer. Calls `each` with every message that carries
 * the question's id.
 */
export function question(message, each) {
  const id = ++lastId;
  return new Promise((resolve, reject) => {
    if (!isConnected()) return reject(new Error("the server does not answer; trying again"));
    waiting.set(id, { resolve, reject, each });
    const several = [...waiting].filter(([, asked]) => asked.each);
    if (several.length > 100) waiting.delete(several[0][0]); // answered long ago
    send({ ...message, id });
  });
}

function receive(event) {
  let message,
    bytes = null;
  if (typeof event.data === "string") {
    message = JSON.parse(event.data);
  } else {
    const length = new DataView(event.data).getUint32(0, true);
    message = JSON.parse(new TextDecoder().decode(new Uint8Array(event.data, 4, length)));
    bytes = new Uint8Array(event.data, 4 + length);
  }
  const asked = waiting.get(message.id);
  if (asked) {
    if (message.t === "failed")
      asked.reject(new Error(message.text + (message.note ? "\n" + message.note : "")));
    asked.each?.(message, bytes);
    asked.resolve(message);
    if (!asked.each) waiting.delete(message.id);
    return;
  }
  emit(message.t, message, bytes);
}

/** Stops listening for answers to the question `id`. */
export const forget = (id) => waiting.delete(id);

export function connect() {
  const query = new URLSearchParams(location.search);
  const token = query.get("token");
  socket = new WebSocket(
    `ws://${location.host}/ws${token ? "?token=" + encodeURIComponent(token) : ""}`,
  );
  socket.binaryType = "arraybuffer";
  socket.onopen = () => {
    delay = 200;
    emit("connected", {});
  };
  socket.onmessage = receive;
  socket.onclose = () => {
    for (const { reject } of waiting.values()) reject(new Error("the connection was lost"));
    waiting.clear();
    emit("disconnected", {});
    setTimeout(connect, delay);
    delay = Math.min(delay * 1.6, 4000);
  };
}
