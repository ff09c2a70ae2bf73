import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockFolder } from "./lock-folder.ts";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lock-"));
  file = join(folder, "data.lock");
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const MODULE = JSON.stringify(new URL("./lock-folder.ts", import.meta.url).href);

/** Takes the lock in a process of its own, which then dies without releasing it, and answers what it said. */
function lockElsewhere(): { readonly pid: number; readonly stderr: string } {
  const script = `const { lockFolder } = await import(${MODULE}); lockFolder(${JSON.stringify(file)}); process.kill(process.pid, "SIGKILL");`;
  const { pid, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" });
  return { pid, stderr };
}

describe("the lock of a data folder", () => {
  it("is one file, which goes with the release", () => {
    const release = lockFolder(file);
    expect(readdirSync(folder)).toEqual(["data.lock"]);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ pid: process.pid });
    release();
    expect(readdirSync(folder)).toEqual([]);
    lockFolder(file)();
    expect(existsSync(file)).toBe(false);
  });

  it("is refused while a living process holds it, which the error names with the file", () => {
    const release = lockFolder(file);
    expect(() => lockFolder(file)).toThrow(`in use by process ${process.pid} on `);
    expect(() => lockFolder(file)).toThrow(file);
    const { stderr } = lockElsewhere();
    expect(stderr).toContain(`in use by process ${process.pid} on `);
    expect(readdirSync(folder)).toEqual(["data.lock"]);
    release();
  });

  it("is taken over from a process that was killed", () => {
    const { pid } = lockElsewhere();
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ pid });
    const release = lockFolder(file);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ pid: process.pid });
    expect(readdirSync(folder)).toEqual(["data.lock"]);
    release();
  });

  it("is taken over where the holder's number was given to another process since", () => {
    const release = lockFolder(file);
    const holder = JSON.parse(readFileSync(file, "utf8"));
    release();
    writeFileSync(file, JSON.stringify({ ...holder, started: "another boot 12345" }));
    lockFolder(file)();
    expect(existsSync(file)).toBe(false);
  });

  it.each(["", "{", "null", "[]", '"x"', '{"pid":-1}', '{"pid":"../../etc"}'])(
    "is taken over from a file that names nobody: %s",
    (text) => {
      writeFileSync(file, text);
      lockFolder(file)();
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it("is not released by one who no longer holds it", () => {
    const release = lockFolder(file);
    writeFileSync(file, "another's");
    release();
    expect(readFileSync(file, "utf8")).toBe("another's");
  });

  it("fails where the folder beside it does not exist", () => {
    expect(() => lockFolder(join(folder, "missing", "data.lock"))).toThrow("ENOENT");
  });
});
