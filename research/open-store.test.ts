import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Asked } from "#lib/evaluation/run-evaluation.ts";
import { openStore } from "./open-store.ts";

const evaluated = { model: "m", data: "d" };
const answer: Asked = { ok: true, modelVersion: "v", probabilities: { a: 0.1 + 0.2, b: 0.7 } };
const refusal: Asked = { ok: false, code: "MODEL_TIMEOUT", reason: "late" };

describe("the file of stored answers", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "answers-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("restores answers and refusals exactly, and drops a line that was cut off when the process was killed", async () => {
    const path = join(folder, "one", "answers.jsonl");
    const store = await openStore(path, evaluated);
    await store.keep(3, answer);
    await store.keep(0, refusal);
    await appendFile(path, '{"case":4,"asked":{"ok":tr');
    const again = await openStore(path, evaluated);
    expect([...again.kept]).toEqual([
      [3, answer],
      [0, refusal],
    ]);
    await again.keep(4, answer);
    expect((await openStore(path, evaluated)).kept.size).toBe(3);
    expect((await readFile(path, "utf8")).split("\n")).toHaveLength(5);
  });

  it("refuses a file with answers of a different model or to different cases", async () => {
    const path = join(folder, "answers.jsonl");
    await (await openStore(path, evaluated)).keep(0, answer);
    await expect(openStore(path, { ...evaluated, model: "other" })).rejects.toThrow("different model");
    await expect(openStore(path, { ...evaluated, data: "other" })).rejects.toThrow("different cases");
    expect((await openStore(path, evaluated)).kept.size).toBe(1);
  });

  it("starts over if the first line was cut off when the process was killed", async () => {
    const path = join(folder, "cut.jsonl");
    await appendFile(path, '{"evaluation":1,"mod');
    await (await openStore(path, evaluated)).keep(0, answer);
    expect((await openStore(path, evaluated)).kept.size).toBe(1);
  });
});
