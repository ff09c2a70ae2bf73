import { once } from "node:events";
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
