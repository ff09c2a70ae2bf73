import { linkSync } from "node:fs";

/** Makes the whole file `from` appear at once under the name `to` as well; false where there is one already. */
export function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}
