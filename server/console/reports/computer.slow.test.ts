import { join } from "node:path";
import { expect, it } from "vitest";
import type { Answers } from "#lib/scores/evaluation.ts";
import { Computer } from "./computer.ts";

const FILE = join(import.meta.dirname, "compute-worker.ts");
const none: Answers = { cases: [], answers: [] };
const { signal } = new AbortController();

it("runs comparisons one at a time, with a bounded queue", async () => {
  const computer = new Computer(FILE);
  let [reading, most] = [0, 0];
  const gate = Promise.withResolvers<void>();
  const read = async () => {
    most = Math.max(most, ++reading);
    await gate.promise;
    reading--;
    return none;
  };
  const compare = () =>
    computer.comparison(read, read, signal).then(
      () => "compared",
      ({ code }) => code ?? "failed",
    );
  const all = Array.from({ length: 7 }, compare);
  const refused = await Promise.all(all.slice(4));
  expect(refused).toEqual(["TOO_MANY_REQUESTS", "TOO_MANY_REQUESTS", "TOO_MANY_REQUESTS"]);
  gate.resolve();
  const made = await Promise.all(all.slice(0, 4));
  expect(made).toEqual(["compared", "compared", "compared", "compared"]);
  expect(most).toBe(1);
  expect(await compare()).toBe("compared");
});

it("reads no answers for an aborted comparison", async () => {
  const computer = new Computer(FILE);
  const read = async () => expect.unreachable();
  await expect(computer.comparison(read, read, AbortSignal.abort(new Error("left")))).rejects.toThrow("left");
});
