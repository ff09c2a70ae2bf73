import { EventEmitter } from "node:events";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { GatewayError } from "./errors.ts";
import { watchDefects } from "./watch-defects.ts";

let source: EventEmitter;
let lines: string[];
let hasEnded: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  source = new EventEmitter();
  lines = [];
  hasEnded = false;
  const log = pino({ base: null }, { write: (line) => void lines.push(line) });
  void watchDefects(log, source).then(() => {
    hasEnded = true;
  });
});
afterEach(() => {
  vi.useRealTimers();
});

it("ends the process at once after an uncaught exception, and logs it with later ones", async () => {
  for (const message of ["a defect", "another"]) source.emit("uncaughtException", new Error(message));
  await vi.advanceTimersByTimeAsync(0);
  expect(hasEnded).toBe(true);
  expect(lines.join()).toMatch(/a defect.*another/s);
});

it("ends the process after a rejection that nobody handles within a second", async () => {
  source.emit("unhandledRejection", new Error("a defect"), Promise.resolve());
  await vi.advanceTimersByTimeAsync(999);
  expect(hasEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(hasEnded).toBe(true);
});

it("goes on after a rejection that is handled late", async () => {
  const promise = Promise.resolve();
  source.emit("unhandledRejection", new Error("a defect"), promise);
  source.emit("rejectionHandled", promise);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(hasEnded).toBe(false);
});

it.each([
  ["a defined error", new GatewayError("NOT_FOUND")],
  [
    "an unavailable database",
    Object.assign(new Error("Failed query", { cause: new Error("Connection terminated") }), { query: "select" }),
  ],
])("only logs a rejection by %s", async (_, reason) => {
  source.emit("unhandledRejection", reason, Promise.resolve());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(hasEnded).toBe(false);
  expect(lines).toHaveLength(1);
});
