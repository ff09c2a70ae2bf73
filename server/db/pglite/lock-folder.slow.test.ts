import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { makeFolder } from "#test/run-process.ts";
import { lockFolder, type Machine } from "./lock-folder.ts";

let folder: string;
let file: string;

beforeEach(() => {
  folder = makeFolder();
  file = join(folder, "data.lock");
});

const MODULE = JSON.stringify(new URL("./lock-folder.ts", import.meta.url).href);
const lockScript = () =>
  `const { lockFolder } = await import(${MODULE}); lockFolder(${JSON.stringify(file)}); process.kill(process.pid, "SIGKILL");`;

/** Takes the lock in another process, which is then killed without releasing it. Returns the output of the process. */
function lockElsewhere() {
  return spawnSync(process.execPath, ["--input-type=module", "--eval", lockScript()], { encoding: "utf8" });
}

/** Arguments of `unshare` that run a command with its own process ids and host name, as in a container. */
const CONTAINER = [
  ...["--user", "--map-root-user", "--pid", "--uts", "--mount-proc", "--fork"],
  ...["sh", "-c", 'hostname another-container && exec "$@"', "sh"],
];
const hasContainers = spawnSync("unshare", [...CONTAINER, "true"]).status === 0;

const BOOT_ID = "/proc/sys/kernel/random/boot_id";
const boot = existsSync(BOOT_ID) ? readFileSync(BOOT_ID, "utf8").trim() : "";

const local: Machine = { host: "here", boot: "boot-1", isShared: () => false };
const shared: Machine = { ...local, isShared: () => true };

function expectTakenOver(text: string, machine?: Machine): void {
  writeFileSync(file, text);
  lockFolder(file, machine)();
  expect(existsSync(file)).toBe(false);
}

describe("the lock of a data folder", () => {
  it("contains its holder until it is released", () => {
    const release = lockFolder(file);
    expect(readdirSync(folder).sort()).toEqual(["data.lock", "data.lock.os"]);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ pid: process.pid, host: hostname(), boot });
    release();
    expect(existsSync(file)).toBe(false);
    lockFolder(file)();
    expect(existsSync(file)).toBe(false);
  });

  it("is refused while another process holds it, with an error that contains the process id and the file", () => {
    const release = lockFolder(file);
    expect(() => lockFolder(file)).toThrow(`in use by process ${process.pid} on `);
    expect(() => lockFolder(file)).toThrow(file);
    const { stderr } = lockElsewhere();
    expect(stderr).toContain(`in use by process ${process.pid} on `);
    release();
  });

  it.skipIf(!hasContainers)(
    "is refused in another container of the machine (skipped where namespaces cannot be made)",
    () => {
      const release = lockFolder(file);
      const inside = [...CONTAINER, process.execPath, "--input-type=module", "--eval", lockScript()];
      const { stderr } = spawnSync("unshare", inside, { encoding: "utf8" });
      expect(stderr).toContain(`in use by process ${process.pid} on ${hostname()}`);
      release();
      // The other process gets the lock once it is free, and is killed while it holds the lock.
      expect(spawnSync("unshare", inside, { encoding: "utf8" }).stderr).toBe("");
      expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ host: "another-container" });
      lockFolder(file)();
    },
  );

  it("is still held if the file with the holder was removed", () => {
    const release = lockFolder(file);
    rmSync(file);
    expect(() => lockFolder(file)).toThrow("in use by another process");
    expect(lockElsewhere().stderr).toContain("in use by another process");
    release();
  });

  it("is taken over from a process that was killed", () => {
    const { pid } = lockElsewhere();
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ pid });
    const release = lockFolder(file);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ pid: process.pid });
    release();
    expect(existsSync(file)).toBe(false);
  });

  it("is taken over if the holder's process id was reused", () => {
    expectTakenOver(JSON.stringify({ pid: process.pid, host: hostname(), boot }));
  });

  it("is taken over after a restart of the machine, on a local file system", () => {
    expectTakenOver(JSON.stringify({ pid: 7, host: "elsewhere", boot: "boot-0" }), local);
  });

  it.each([
    ["another machine", { host: "elsewhere", boot: "boot-0" }],
    ["another machine of the same name", { host: "here", boot: "boot-0" }],
    ["nobody", {}],
  ])("is refused on a shared file system if its holder is %s, which may still be running", (_, holder) => {
    const text = JSON.stringify({ pid: 7, ...holder });
    writeFileSync(file, text);
    expect(() => lockFolder(file, shared)).toThrow(`remove ${file}, and start again`);
    expect(readFileSync(file, "utf8")).toBe(text);
    rmSync(file);
    lockFolder(file, shared)();
  });

  it("is taken over on a shared file system from a process of this machine", () => {
    expectTakenOver(JSON.stringify({ pid: 7, host: "another-container", boot: "boot-1" }), shared);
  });

  it.each(["", "{", "null", "[]", '"x"', '{"pid":-1}', '{"pid":"../../etc"}'])(
    "is taken over from a file that names nobody: %s",
    (text) => expectTakenOver(text, local),
  );

  it("does not remove a lock file of another holder", () => {
    const release = lockFolder(file);
    writeFileSync(file, "another's");
    release();
    expect(readFileSync(file, "utf8")).toBe("another's");
  });

  it("fails if its parent folder does not exist", () => {
    expect(() => lockFolder(join(folder, "missing", "data.lock"))).toThrow("unable to open");
  });
});
