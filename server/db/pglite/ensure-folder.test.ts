import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { cleanUp } from "#test/clean-up.ts";
import { makeFolder } from "#test/run-process.ts";
import { ensureFolder } from "./ensure-folder.ts";

let root: string;

beforeEach(() => {
  root = makeFolder();
  cleanUp(() => chmodSync(root, 0o700));
});

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe("a folder from an environment variable", () => {
  it("is created with its parents, private to its owner", () => {
    ensureFolder(join(root, "a", "b"), "DATA_DIR");
    expect(modeOf(join(root, "a"))).toBe(0o700);
    expect(modeOf(join(root, "a", "b"))).toBe(0o700);
  });

  it("becomes private if it is empty, and keeps its mode if it contains files", () => {
    chmodSync(root, 0o755);
    ensureFolder(root, "DATA_DIR");
    expect(modeOf(root)).toBe(0o700);
    writeFileSync(join(root, "file"), "");
    chmodSync(root, 0o755);
    ensureFolder(root, "DATA_DIR");
    expect(modeOf(root)).toBe(0o755);
  });

  it("may be a link to a folder", () => {
    mkdirSync(join(root, "real"));
    symlinkSync(join(root, "real"), join(root, "link"));
    ensureFolder(join(root, "link"), "DATA_DIR");
    expect(existsSync(join(root, "link"))).toBe(true);
  });

  it.each([
    ["is a file", (path: string) => writeFileSync(path, ""), ""],
    ["lies below a file", (path: string) => writeFileSync(path, ""), "data/deeper"],
    ["is a link to nothing", (path: string) => symlinkSync(join(root, "missing"), path), ""],
  ])("is refused with an error that contains the variable if it %s", (_, prepare, below) => {
    const path = join(root, "data");
    prepare(path);
    expect(() => ensureFolder(join(path, below), "DATA_DIR")).toThrow(
      /^The folder .* of DATA_DIR cannot be used \(.+\)\. Set DATA_DIR to a folder/,
    );
  });

  it.skipIf(process.platform !== "linux")(
    "is refused without an endless loop where no folder can be created, such as in /proc",
    () => {
      expect(() => ensureFolder("/proc/gateway/data", "DATA_DIR")).toThrow("/proc/gateway/data");
    },
  );

  it.skipIf(process.getuid?.() === 0)(
    "is refused if it is not writable (skipped for root, who can write anywhere)",
    () => {
      writeFileSync(join(root, "file"), "");
      chmodSync(root, 0o500);
      expect(() => ensureFolder(root, "DATA_DIR")).toThrow("EACCES");
    },
  );
});
