import { expect, it } from "vitest";
import { nameOutcome } from "./outcomes.ts";

it("names an option by its description, and tells void from an option that is called so", () => {
  expect(nameOutcome("b", { a: "It is raised.", b: "It stays." })).toBe("It stays.");
  expect(nameOutcome("void")).toBe("void");
  expect(nameOutcome(null)).toBe("void (no option happened)");
  expect(nameOutcome("constructor")).toBe("constructor");
});
