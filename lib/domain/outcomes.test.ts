import { expect, it } from "vitest";
import { nameOutcome } from "./outcomes.ts";

it("names an option by its description, and distinguishes void from an option with that name", () => {
  expect(nameOutcome("b", { a: "It is raised.", b: "It stays." })).toBe("It stays.");
  expect(nameOutcome("void")).toBe("void");
  expect(nameOutcome(null)).toBe("void (no option happened)");
  expect(nameOutcome("constructor")).toBe("constructor");
});
