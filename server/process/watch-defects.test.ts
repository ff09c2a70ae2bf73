import { EventEmitter } from "node:events";
import { setImmediate } from "node:timers/promises";
import { pino } from "pino";
import { expect, it } from "vitest";
import { watchDefects } from "./serve.ts";

it.each([
  ["ends the process after an uncaught exception", "uncaughtException", true],
  ["goes on after an unhandled rejection", "unhandledRejection", false],
])("%s, and logs it", async (_, event, ends) => {
  const source = new EventEmitter();
  const lines: string[] = [];
  let hasEnded = false;
  void watchDefects(pino({ base: null }, { write: (line) => void lines.push(line) }), source).then(() => {
    hasEnded = true;
  });
  source.emit(event, new Error("a defect"));
  await setImmediate();
  expect(hasEnded).toBe(ends);
  expect(lines).toEqual([expect.stringContaining("a defect")]);
});
