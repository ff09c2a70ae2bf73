import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { postOnce } from "./post-once.ts";

afterEach(() => {
  vi.useRealTimers();
});

it("gives up a handshake that does not end within 800 ms, and not before: MODEL_OFFLINE", async () => {
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
