import { randomUUID } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";

/** Replaces a file atomically: concurrent readers, and readers after a crash, see the old or the new content. */
export function replaceFile(file: string, content: string, mode: number): void {
  const draft = draftOf(file);
  try {
    writeFileSync(draft, content, { mode });
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Returns a unique file name in the same folder. Not by process id, because ids are equal in different containers. */
export function draftOf(file: string): string {
  return `${file}.${randomUUID()}`;
}
