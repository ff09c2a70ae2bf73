import { expect, it } from "vitest";
import { isReserved, listReferences, nameReference } from "./reference-names.ts";

it("distinguishes a reference of the file from a computed reference of the same name", () => {
  expect(nameReference("seasonalNaive")).toBe("seasonal naive");
  expect(nameReference("seasonal naive")).toBe("seasonal naive (from the file)");
  expect(nameReference("ensemble")).toBe("ensemble");
});

it("reserves the keys of computed references", () => {
  expect(["walk", "seasonalNaive", "seasonal naive", "constructor"].map(isReserved)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it("lists computed references before those of the file", () => {
  const references = { ensemble: 1, walk: 1, "a model": 1, uniform: 1 };
  expect(listReferences({ references })).toEqual(["uniform", "walk", "a model", "ensemble"]);
});
