# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A server of the studio with files of its own, and a client that speaks to it as the page does,
without a browser.

Needs nothing beside Python, so that it runs on a bare machine with a GPU.
"""

import base64
import json
import os
import pathlib
import signal
import socket
import struct
import subprocess
import tempfile
import urllib.request


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class StudioServer:
    """flame-studio with files of its own."""

    def __init__(self, program, folder, device="cpu", options=()):
        self.program, self.folder, self.device, self.options = (
            program,
            pathlib.Path(folder),
            device,
            options,
        )
        self.scratch = tempfile.TemporaryDirectory(prefix="flame-studio-test-")
        self.port = free_port()
        self.process = None
        self.start()

    def start(self):
        scratch = pathlib.Path(self.scratch.name)
        environment = dict(
            os.environ, XDG_STATE_HOME=str(scratch / "state"), XDG_DATA_HOME=str(scratch / "data")
        )
        environment.setdefault("XDG_CACHE_HOME", str(scratch / "cache"))
        if environment["XDG_CACHE_HOME"] == os.devnull:
            environment["XDG_CACHE_HOME"] = str(scratch / "cache")
        self.process = subprocess.Popen(
            [
                self.program,
                str(self.folder),
                f"--device={self.device}",
                "--no-browser",
                f"--port={self.port}",
                *self.options,
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        )
        self.url = self.process.stdout.readline().strip()
        if not self.url.startswith("http://"):
            raise RuntimeError("flame-studio printed no address")
        self.token = self.url.split("token=")[1]

    def kill(self):
        """As a crash ends it."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def memory_kilobytes(self):
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
        return 0

    def close(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.process.stdout.close()
        self.scratch.cleanup()


class Client:
    """A page without a browser: one WebSocket (RFC 6455). Messages are objects; a picture comes
    with its bytes."""

    def __init__(self, server):
        self.server = server
        self.connection = socket.create_connection(("127.0.0.1", server.port), timeout=120)
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        host = f"127.0.0.1:{server.port}"
        key = base64.b64encode(os.urandom(16)).decode()
        self.connection.sendall(
            "\r\n".join(
                [
                    f"GET /ws?token={server.token} HTTP/1.1",
                    f"Host: {host}",
                    f"Origin: http://{host}",
                    "Upgrade: websocket",
                    "Connection: Upgrade",
                    "Sec-WebSocket-Version: 13",
                    f"Sec-WebSocket-Key: {key}",
                    "",
                    "",
                ]
            ).encode()
        )
        self.pending = b""
        while b"\r\n\r\n" not in self.pending:
            self.pending += self._more()
        head, self.pending = self.pending.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise RuntimeError(f"no WebSocket: {head.decode(errors='replace')}")
        self.last_id = 0

    def _more(self):
        data = self.connection.recv(1 << 20)
        if not data:
            raise RuntimeError("the server went away")
        return data

    def _take(self, count):
        parts = [self.pending]
        size = len(self.pending)
        while size < count:
            parts.append(self._more())
            size += len(parts[-1])
        everything = b"".join(parts)
        self.pending = everything[count:]
        return everything[:count]

    def _frame(self, opcode, payload):
        mask = os.urandom(4)
        size = len(payload)
        head = struct.pack("!B", 0x80 | opcode)
        if size < 126:
            head += struct.pack("!B", 0x80 | size)
        elif size < 1 << 16:
            head += struct.pack("!BH", 0x80 | 126, size)
        else:
            head += struct.pack("!BQ", 0x80 | 127, size)
        keys = (mask * (size // 4 + 1))[:size]
        masked = (int.from_bytes(payload, "little") ^ int.from_bytes(keys, "little")).to_bytes(
            size, "little"
        )
        self.connection.sendall(head + mask + masked)

    def send(self, message):
        self._frame(1, json.dumps(message).encode())

    def receive(self):
        """The next message, and its bytes or None."""
        while True:
            whole, kind = b"", 0
            while True:
                first, second = self._take(2)
                size = second & 0x7F
                if size == 126:
                    (size,) = struct.unpack("!H", self._take(2))
                elif size == 127:
                    (size,) = struct.unpack("!Q", self._take(8))
                payload = self._take(size)
                opcode = first & 0x0F
                if opcode == 9:  # ping
                    self._frame(10, payload)
                    continue
                if opcode == 8:
                    raise RuntimeError("the server closed the connection")
                if opcode == 10:
                    continue
                kind = opcode or kind
                whole += payload
                if first & 0x80:
                    break
            if kind == 1:
                return json.loads(whole), None
            (length,) = struct.unpack("<I", whole[:4])
            return json.loads(whole[4 : 4 + length]), whole[4 + length :]

    def hello(self):
        self.send({"t": "hello"})
        while True:
            answer, _ = self.receive()
            if answer["t"] == "welcome":
                return answer

    def ask(self, message):
        """The first answer to a question; other messages are dropped."""
        self.last_id += 1
        self.send(dict(message, id=self.last_id))
        while True:
            answer, _ = self.receive()
            if answer.get("id") == self.last_id:
                if answer["t"] == "failed":
                    raise RuntimeError(answer["text"])
                return answer

    def fetch(self, path):
        joint = "&" if "?" in path else "?"
        url = f"http://127.0.0.1:{self.server.port}{path}{joint}token={self.server.token}"
        with urllib.request.urlopen(url, timeout=120) as response:
            return response.read()

    def close(self):
        self.connection.close()
