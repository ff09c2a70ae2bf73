import { describe, it } from "vitest";
import type { Wrong } from "#test/change.ts";
import { expectWrong } from "#test/refusal-table.ts";
import { sharedGateway } from "#test/shared-gateway.ts";

const gateway = await sharedGateway();

describe("an incomplete or invalid task", () => {
  it.each<Wrong>([
    ["no task", "/task", undefined],
    ["a task that is null", "/task", null],
    ["a task that is a list", "/task", []],
    ["no type", "/task/type", undefined],
    ["another type", "/task/type", "number"],
    ["a type in capitals", "/task/type", "Choice"],
    ["no instructions", "/task/instructions", undefined],
    ["instructions that are null", "/task/instructions", null],
    ["empty instructions", "/task/instructions", ""],
    ["instructions of white space", "/task/instructions", " \t\n\u00a0\u3000"],
    ["8,001 characters of instructions", "/task/instructions", "x".repeat(8_001)],
    ["8,001 characters, counted by code point", "/task/instructions", `${"😀".repeat(5_000)}${"x".repeat(3_001)}`],
    ["half of a surrogate pair", "/task/instructions", "Will \ud83d it?"],
    ["no resolution", "/task/resolution", undefined],
    ["an unknown property", "/task/extra", 1],
    ["a property of Object.prototype", "/task/toString", 1],
    ["the property __proto__", "/task/__proto__", 1],
  ])("is refused for %s", async (...invalid) => {
    await expectWrong(gateway, "INVALID_TASK", invalid);
  });
});
