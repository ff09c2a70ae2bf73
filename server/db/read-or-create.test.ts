import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { makeFolder } from "#test/run-process.ts";
import { readOrCreate } from "./read-or-create.ts";

let folder: string;
let file: string;

beforeEach(() => {
  folder = makeFolder();
  file = join(folder, "secret");
});

it("creates a private file once and leaves no temporary files", () => {
  expect(readOrCreate(file, () => "first")).toBe("first");
  expect(readOrCreate(file, () => "second")).toBe("first");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["secret"]);
});

it("uses a file that another process has created in the meantime", () => {
  expect(readOrCreate(file, () => readOrCreate(file, () => "faster") && "slower")).toBe("faster");
  expect(readdirSync(folder)).toEqual(["secret"]);
});

it("does not replace an existing file that it cannot read", () => {
  mkdirSync(file);
  expect(() => readOrCreate(file, () => "new")).toThrow("EISDIR");
  expect(readdirSync(folder)).toEqual(["secret"]);
});
