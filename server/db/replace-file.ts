import { randomUUID } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";

/** Writes a file as a whole: who reads it meanwhile, or after a crash, finds what was there before or all of this. */
export function replaceFile(file: string, content: string, mode: number): void {
  const draft = draftOf(file);
  try {
    writeFileSync(draft, content, { mode });
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** A name beside a file that no other process takes: containers that share a folder also share process ids. */
export function draftOf(file: string): string {
  return `${file}.${randomUUID()}`;
}
