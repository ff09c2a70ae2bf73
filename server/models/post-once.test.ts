import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { expect, it, vi } from "vitest";
import { listenOn } from "#test/listen.ts";
import { postOnce } from "./post-once.ts";

it("fails with MODEL_OFFLINE if the handshake takes 800 ms, and not earlier", async () => {
  const mute = createServer(() => {});
  const port = await listenOn(mute);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const failed = vi.fn();
  const connected = once(mute, "connection");
  const url = new URL(`https://127.0.0.1:${port}`);
  const sent = postOnce({ url, method: "GET", headers: {}, signal: new AbortController().signal }).catch(failed);
  await connected;
  vi.advanceTimersByTime(799);
  await new Promise((resolve) => setImmediate(resolve));
  expect(failed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await sent;
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code: "MODEL_OFFLINE" }));
});

it("rejects as declined if the signal aborts before the first byte is written, and not as declined afterwards", async () => {
  const mute = createServer(() => {});
  const port = await listenOn(mute);
  const connected = once(mute, "connection");
  const unwritten = post(`https://127.0.0.1:${port}`);
  await connected;
  unwritten.leave();
  expect(await unwritten.failure).toMatchObject({ code: "MODEL_TIMEOUT", declined: true });

  const silent = createHttpServer();
  const silentPort = await listenOn(silent);
  const asked = once(silent, "request");
  const written = post(`http://127.0.0.1:${silentPort}`);
  await asked;
  written.leave();
  expect(await written.failure).toMatchObject({ code: "MODEL_TIMEOUT", declined: false });
});

it("rejects as declined if no connection can be made", async () => {
  const server = createServer();
  const port = await listenOn(server);
  server.close();
  await once(server, "close");
  expect(await post(`http://127.0.0.1:${port}`).failure).toMatchObject({ code: "MODEL_OFFLINE", declined: true });
});

function post(url: string) {
  const leaving = new AbortController();
  const call = { url: new URL(url), method: "POST", headers: {}, body: "{}", signal: leaving.signal } as const;
  const failure = postOnce(call).catch((error: unknown) => error);
  return { failure, leave: () => leaving.abort() };
}

it("does not time out if this process is busy for a second while the connection is made", async () => {
  const port = await listenOn(createHttpServer((_, response) => void response.end("{}")));
  const url = new URL(`http://127.0.0.1:${port}`);
  const sent = postOnce({ url, method: "GET", headers: {}, signal: new AbortController().signal });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
  expect(await sent).toMatchObject({ status: 200 });
});
