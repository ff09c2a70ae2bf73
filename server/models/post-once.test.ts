import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { postOnce } from "./post-once.ts";

afterEach(() => {
  vi.useRealTimers();
});

it("gives up a handshake after 800 ms, not earlier, with MODEL_OFFLINE", async () => {
  const mute = createServer(() => {});
  mute.listen(0, "127.0.0.1");
  await once(mute, "listening");
  const { port } = mute.address() as AddressInfo;
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
  mute.close();
});

it("is declined if the signal aborts before a byte was written, and not afterwards", async () => {
  const mute = createServer(() => {});
  mute.listen(0, "127.0.0.1");
  await once(mute, "listening");
  const connected = once(mute, "connection");
  const unwritten = post(`https://127.0.0.1:${(mute.address() as AddressInfo).port}`);
  await connected;
  unwritten.leave();
  expect(await unwritten.failure).toMatchObject({ code: "MODEL_TIMEOUT", declined: true });
  mute.close();

  const silent = createHttpServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const asked = once(silent, "request");
  const written = post(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  await asked;
  written.leave();
  expect(await written.failure).toMatchObject({ code: "MODEL_TIMEOUT", declined: false });
  silent.close();
});

it("is declined if there is no connection", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
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

it("does not give up because this process was busy for a second while the connection was made", async () => {
  const server = createHttpServer((_, response) => void response.end("{}")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = new URL(`http://127.0.0.1:${port}`);
  const sent = postOnce({ url, method: "GET", headers: {}, signal: new AbortController().signal });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
  expect(await sent).toMatchObject({ status: 200 });
  server.close();
});
