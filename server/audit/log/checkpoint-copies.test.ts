import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type Listening, listen, readText } from "#test/listen.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { openCheckpointCopies } from "./checkpoint-copies.ts";

const KEY = { keyId: "0123456789abcdef", publicKey: "a public key\n" };
const CHECKPOINT: Checkpoint = {
  database_id: "8e03978e-40d5-43dd-bc93-6894a57f9324",
  seq: 7,
  hash: "a".repeat(64),
  at: "2029-01-01T00:00:00.000Z",
  key_id: KEY.keyId,
  signature: "a signature",
};
const NAME = `/bucket/${CHECKPOINT.database_id}/0000000000000007-${KEY.keyId}.json`;

/** The objects in the store, by name. */
const objects = new Map<string, string>();
let store: Listening;

beforeAll(async () => {
  // Implements the part of S3 needed for conditional writes.
  store = await listen(async (request, response) => {
    const text = await readText(request);
    const name = request.url?.split("?")[0] ?? "";
    if (request.method === "GET") {
      response.end(objects.get(name));
    } else if (objects.has(name) && request.headers["if-none-match"] === "*") {
      response.writeHead(412).end("<Error><Code>PreconditionFailed</Code></Error>");
    } else {
      objects.set(name, text ?? "");
      response.end();
    }
  });
  vi.stubEnv("AWS_ACCESS_KEY_ID", "an-id");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "a-secret-key");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await store.leave();
});
beforeEach(() => objects.clear());

const open = () => openCheckpointCopies({ url: `${store.origin}/bucket`, region: "us-east-1" }, KEY);

it("copying a checkpoint again changes nothing", async () => {
  await (await open()).copy(CHECKPOINT);
  const before = new Map(objects);
  expect(objects.get(NAME)).toBe(`${JSON.stringify(CHECKPOINT)}\n`);
  await (await open()).copy(CHECKPOINT);
  expect(objects).toEqual(before);
});

it("the name of a copy contains the id of its signing key, which may belong to another process", async () => {
  await (await open()).copy({ ...CHECKPOINT, key_id: "another" });
  await (await open()).copy(CHECKPOINT);
  expect(objects.get(NAME)).toBe(`${JSON.stringify(CHECKPOINT)}\n`);
});

it("a copy with different content is not overwritten, and the error names the object", async () => {
  await (await open()).copy(CHECKPOINT);
  const other = { ...CHECKPOINT, hash: "b".repeat(64) };
  await expect((await open()).copy(other)).rejects.toThrow(
    `${NAME.slice("/bucket/".length)} already exists with different content`,
  );
  expect(objects.get(NAME)).toBe(`${JSON.stringify(CHECKPOINT)}\n`);
});
