import type { RequestListener } from "node:http";
import { beforeEach, expect, it, vi } from "vitest";
import { parseNote, printNote } from "#lib/tlog/signed-note.ts";
import { cleanUp } from "#test/clean-up.ts";
import { listen, readText } from "#test/listen.ts";
import { openCheckpointCopies } from "./checkpoint-copies.ts";
import { originOf } from "./signed-tree.ts";

const LOG = { databaseId: "8e03978e-40d5-43dd-bc93-6894a57f9324" };
const SIZE = 7;

/** Returns a checkpoint of SIZE events, signed by a key with this id. */
function sign(root = "a", keyId = "01234567"): string {
  const text = `${originOf(LOG.databaseId)}\n${SIZE}\n${Buffer.alloc(32, root).toString("base64")}\n`;
  const signature = new Uint8Array(64);
  return printNote({ text, signatures: [{ name: originOf(LOG.databaseId), keyId, signature }] });
}
const NAME = `/bucket/${LOG.databaseId}/0000000000000007-01234567.checkpoint`;

/** The objects in the store, by name. */
const objects = new Map<string, string>();
/** Answers instead of the store. */
let answer: RequestListener | undefined;

// Implements the part of S3 needed for conditional writes.
const store = await listen(async (request, response) => {
  const text = await readText(request);
  if (answer !== undefined) return answer(request, response);
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
cleanUp(() => vi.unstubAllEnvs());
beforeEach(() => {
  objects.clear();
  answer = undefined;
});

const open = () => openCheckpointCopies(`${store.origin}/bucket`, "us-east-1", LOG);

it("copying a checkpoint again changes nothing", async () => {
  await (await open()).copy({ size: SIZE, note: sign() });
  const before = new Map(objects);
  expect(objects.get(NAME)).toBe(sign());
  await (await open()).copy({ size: SIZE, note: sign() });
  expect(objects).toEqual(before);
});

it("a copy contains no cosignatures, which may be added later", async () => {
  const signed = parseNote(sign());
  if (signed === undefined) throw new Error("this is not a note");
  const cosignature = { name: "witness.example", keyId: "89abcdef", signature: new Uint8Array(72) };
  const note = printNote({ ...signed, signatures: [cosignature, ...signed.signatures] });
  await (await open()).copy({ size: SIZE, note });
  expect(objects.get(NAME)).toBe(sign());
});

it("the name of a copy contains the id of its signing key, which may be a former key", async () => {
  await (await open()).copy({ size: SIZE, note: sign("a", "76543210") });
  await (await open()).copy({ size: SIZE, note: sign() });
  expect(objects.get(NAME)).toBe(sign());
});

it("a copy with different content is not overwritten, and the error names the object", async () => {
  await (await open()).copy({ size: SIZE, note: sign() });
  await expect((await open()).copy({ size: SIZE, note: sign("b") })).rejects.toThrow(
    `${NAME.slice("/bucket/".length)} already exists with different content`,
  );
  expect(objects.get(NAME)).toBe(sign());
});

it.each<[string, RequestListener, RegExp]>([
  [
    "answers 200 but stores nothing",
    (_, response) => response.end("<html>"),
    /contains no checkpoint .*CHECKPOINT_S3_URL/,
  ],
  ["redirects", (_, response) => response.writeHead(301).end(), /answered 301/],
  ["refuses without a reason", (_, response) => response.writeHead(403).end(), /answered 403/],
])("a copy fails with the reason if the store %s", async (_, listener, reason) => {
  answer = listener;
  await expect((await open()).copy({ size: SIZE, note: sign() })).rejects.toThrow(reason);
});

it("a copy fails after a time limit if the store's answer does not end", async () => {
  const limit = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
  answer = (_, response) => void response.write("<", () => limit.abort());
  await expect((await open()).copy({ size: SIZE, note: sign() })).rejects.toThrow("the store did not answer");
});
