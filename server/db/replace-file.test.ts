import { linkSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeFolder } from "#test/run-process.ts";
import { replaceFile } from "./replace-file.ts";

it("replaces a file without changing the content for readers that have it open", () => {
  const folder = makeFolder();
  const [file, open] = [join(folder, "file"), join(folder, "open")];
  writeFileSync(file, "before");
  linkSync(file, open);
  replaceFile(file, "after", 0o640);
  expect(readFileSync(file, "utf8")).toBe("after");
  expect(readFileSync(open, "utf8")).toBe("before");
  expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(readdirSync(folder)).toEqual(["file", "open"]);
});

it("leaves no temporary files if it fails", () => {
  const folder = makeFolder();
  mkdirSync(join(folder, "file"));
  expect(() => replaceFile(join(folder, "file"), "after", 0o600)).toThrow("EISDIR");
  expect(readdirSync(folder)).toEqual(["file"]);
});
