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

/** Returns a unique name in the file's folder. A process id would not do: containers have equal ones. */
export function draftOf(file: string): string {
  return `${file}.${randomUUID()}`;
}
