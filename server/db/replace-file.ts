import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Replaces a file atomically: concurrent readers, and readers after a crash, see the old or the new content. The new
 * content is durable on return.
 */
export function replaceFile(file: string, content: string | Uint8Array, mode: number): void {
  const draft = draftOf(file);
  try {
    writeFileSync(draft, content, { mode, flush: true });
    renameSync(draft, file);
    const folder = openSync(dirname(file), "r");
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Returns a unique file name in the same folder. Not by process id, because ids are equal in different containers. */
export function draftOf(file: string): string {
  return `${file}.${randomUUID()}`;
}
