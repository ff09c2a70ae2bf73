import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, it } from "vitest";
import { createClient } from "./client.ts";

it("says that nothing was written to the server when the signal aborts before", async () => {
  const mute = createServer(() => {}).listen(0, "127.0.0.1");
  await once(mute, "listening");
  const url = `https://127.0.0.1:${(mute.address() as AddressInfo).port}`;
  const connected = once(mute, "connection");
  const leaving = new AbortController();
  const call = createClient({ url, token: undefined, headers: {} }).complete(
    { model: "a-model", messages: [] },
    leaving.signal,
  );
  const failure = call.catch((error: unknown) => error);
  await connected;
  leaving.abort();
  expect(await failure).toMatchObject({ code: "MODEL_TIMEOUT", declined: true });
  mute.close();
});
