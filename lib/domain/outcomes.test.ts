import { expect, it } from "vitest";
import { nameOutcome, stateWithWork } from "./outcomes.ts";

it("names an option by its description, and distinguishes void from an option with that name", () => {
  expect(nameOutcome("b", { a: "It is raised.", b: "It stays." })).toBe("It stays.");
  expect(nameOutcome("void")).toBe("void");
  expect(nameOutcome(null)).toBe("void (no option happened)");
  expect(nameOutcome("constructor")).toBe("constructor");
});

it("opens the outcomes where the reader has work: to confirm before to record", () => {
  const none = { due: 0, unconfirmed: 0, confirmed: 5, confirmable: 0 };
  expect(stateWithWork(none)).toBe("due");
  expect(stateWithWork({ ...none, due: 3, unconfirmed: 2 })).toBe("due");
  expect(stateWithWork({ ...none, due: 3, unconfirmed: 2, confirmable: 1 })).toBe("unconfirmed");
  expect(stateWithWork({ ...none, unconfirmed: 2 })).toBe("unconfirmed");
});
