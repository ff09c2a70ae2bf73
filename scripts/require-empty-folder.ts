import { existsSync, readdirSync } from "node:fs";

/** Throws if the folder holds anything: a backup is never mixed with another one. */
export function requireEmptyFolder(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`${folder} is not empty. Name a folder that does not exist yet.`);
  }
}
