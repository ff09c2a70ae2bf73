import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeFolder } from "#test/run-process.ts";
import { exportLine, readExport } from "./read-links.ts";
import { readSeal } from "./seal.ts";

const folder = makeFolder();
const file = join(folder, "audit-log.jsonl");

const lineOf = (seq: number) =>
  exportLine({ seq, hash: Buffer.alloc(32, seq), body: Buffer.from(`{"kind":"a","name":"\u{fffd}","seq":${seq}}`) });
const SEAL = '{"checkpoint":{"database_id":"","seq":2,"hash":"","at":"","key_id":"","signature":""}}';
const LINES = [lineOf(1), lineOf(2), SEAL];

async function read(content: string | Uint8Array): Promise<number[]> {
  writeFileSync(file, content);
  const seqs: number[] = [];
  for await (const { seq } of readExport(file)) seqs.push(seq);
  return seqs;
}

/** Returns the export with another second line. */
const withLine = (change: (line: string) => string) => LINES.with(1, change(lineOf(2))).join("\n");

it("reads exported events with and without a seal", async () => {
  expect(await read(`${LINES.join("\n")}\n`)).toEqual([1, 2]);
  expect(await read(lineOf(1))).toEqual([1]);
  expect(await read("")).toEqual([]);
});

it.each([
  ["a duplicate name", withLine((line) => line.replace('{"kind"', '{"kind":"forged","kind"'))],
  ["a second event", withLine((line) => line.replace('"event"', '"event":{"kind":"forged"},"event"'))],
  ["an additional member", withLine((line) => `${line.slice(0, -1)},"forged":1}`)],
  ["text after the hash", withLine((line) => line.replace('","event"', 'zz","event"'))],
  ["a number as text", withLine((line) => line.replace('"seq":2', '"seq":"2"'))],
  ["a number beyond 2^53", withLine((line) => line.replace('"seq":2', '"seq":9007199254740993'))],
  ["a line break of Windows", withLine((line) => `${line}\r`)],
  ["malformed UTF-8", Buffer.from(`${lineOf(1)}\n${lineOf(2)}`).with(-12, 0xff)],
  ["an event after the seal", [SEAL, lineOf(1)].join("\n")],
  ["a value that is not an event", withLine(() => "null")],
  ["half of an event", withLine((line) => line.slice(0, 99))],
  ["a deep value", withLine((line) => line.replace('"a"', "[".repeat(1e6) + "]".repeat(1e6)))],
  ["a seal that is longer than any event", [lineOf(1), `{"checkpoint":${" ".repeat(2 ** 23)}`, SEAL].join("\n")],
  ["more text than an event has", withLine((line) => line.replace('"a"', `"${"a".repeat(2 ** 23)}"`))],
])("refuses a line with %s", async (_, content) => {
  await expect(read(content)).rejects.toThrow(`${file}: line 2 is not an event as it was exported.`);
});

it.each([
  '{"checkpoint":',
  '{"checkpoint":null}',
  `${SEAL.slice(0, -1)},"after":{"seq":0}}`,
  `${SEAL} `,
  `${SEAL.slice(0, -1)},"forged":1}`,
])("refuses %s as a seal", (seal) => {
  writeFileSync(file, `${lineOf(1)}\n${seal}\n`);
  expect(() => readSeal(file)).toThrow(`${file}: the last line is not a seal`);
});
