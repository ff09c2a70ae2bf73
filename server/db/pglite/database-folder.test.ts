import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFolder } from "#test/run-process.ts";
import { createDatabaseFolder, inspectDatabaseFolder, syncFolder } from "./database-folder.ts";

describe("the folder of a new database", () => {
  it("is completely synced to disk before it gets its final name", async () => {
    const folder = join(makeFolder(), "database");
    const synced: string[] = [];
    await createDatabaseFolder(
      folder,
      async (draft) => {
        mkdirSync(join(draft, "base", "5"), { recursive: true });
        writeFileSync(join(draft, "base", "5", "PG_VERSION"), "18\n");
      },
      () => {},
      async (draft) => {
        expect(inspectDatabaseFolder(folder)).toBe("nothing");
        synced.push(readFileSync(join(draft, "base", "5", "PG_VERSION"), "utf8"));
        await syncFolder(draft);
      },
    );
    expect(synced).toEqual(["18\n"]);
    expect(readFileSync(join(folder, "base", "5", "PG_VERSION"), "utf8")).toBe("18\n");
  });

  it("does not get its final name if syncing fails", async () => {
    const folder = join(makeFolder(), "database");
    const failing = createDatabaseFolder(
      folder,
      async (draft) => writeFileSync(join(draft, "PG_VERSION"), "18\n"),
      () => {},
      () => Promise.reject(new Error("the disk is gone")),
    );
    await expect(failing).rejects.toThrow("the disk is gone");
    expect(inspectDatabaseFolder(folder)).toBe("nothing");
  });
});
