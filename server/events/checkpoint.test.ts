import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Checkpoints, openCheckpoints } from "./checkpoint.ts";

const NOW = new Date("2026-06-01T00:00:00Z");

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "checkpoint-"));
  file = join(folder, "kept", "checkpoints.jsonl");
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function open(): Checkpoints {
  return openCheckpoints(join(folder, "kept"), join(folder, "key.pem"));
}

function headOf(seq: number) {
  return { seq, hash: Buffer.alloc(32, seq) };
}

describe("the checkpoints", () => {
  it("are kept in order, signed by a key that is the deployment's own from then on", () => {
    const written = [open().write(headOf(1), NOW), open().write(headOf(2), NOW)];
    expect(open().read()).toEqual(written);
    for (const checkpoint of written) {
      expect(open().isGenuine(checkpoint)).toBe(true);
      expect(open().isGenuine({ ...checkpoint, seq: 3 })).toBe(false);
    }
    expect(statSync(join(folder, "key.pem")).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, "kept", "public-key.pem"), "utf8")).toContain("PUBLIC KEY");
  });

  it("outlive a line that a crash has cut off", () => {
    const first = open().write(headOf(1), NOW);
    appendFileSync(file, '{"seq":2,"ha');
    expect(open().read()).toEqual([first]);
    const second = open().write(headOf(2), NOW);
    expect(open().read()).toEqual([first, second]);
  });

  it("are none where the only line was cut off", () => {
    open();
    writeFileSync(file, '{"seq":1');
    expect(open().read()).toEqual([]);
    expect(open().write(headOf(1), NOW)).toEqual(open().read()[0]);
  });
});
