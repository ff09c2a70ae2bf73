import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createDatabase, TEST_DATABASE_URL } from "#test/create-database.ts";
import { makeFolder, runNode } from "#test/run-process.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";

async function command(
  script: "backup" | "restore" | "verify",
  args: readonly string[],
  environment: Record<string, string>,
) {
  const process = runNode([`scripts/${script}.ts`, ...args], environment);
  const { code } = await process.exit;
  return { code, output: process.output() };
}

async function predict(gateway: TestGateway): Promise<void> {
  expect((await gateway.post(JSON.stringify(readExample("binary")))).status).toBe(200);
}

describe("a backup of the embedded database", () => {
  it("is restored to another folder, where the audit log verifies; in the original folder, the rollback is detected", async () => {
    const DATA_DIR = makeFolder();
    const backup = join(makeFolder(), "backup");
    await copySeededFolder(DATA_DIR);
    const gateway = await startGateway({ DATA_DIR });
    await predict(gateway);
    const busy = await command("backup", [backup], { DATA_DIR });
    expect(busy).toMatchObject({ code: 2, output: expect.stringContaining(`in use by process ${process.pid}`) });
    await gateway.stop();
    // The root of an ext4 disk contains this folder; the backup must skip it.
    mkdirSync(join(DATA_DIR, "checkpoints", "lost+found"));
    expect(await command("backup", [backup], { DATA_DIR })).toMatchObject({ code: 0 });
    expect(await command("backup", [backup], { DATA_DIR })).toMatchObject({
      code: 2,
      output: expect.stringContaining("is not empty"),
    });

    const later = await startGateway({ DATA_DIR });
    await predict(later);
    await later.stop();
    const over = await command("restore", [backup], { DATA_DIR });
    expect(over).toMatchObject({ code: 2, output: expect.stringContaining("is not empty. Move it away first.") });

    const elsewhere = { DATA_DIR: join(makeFolder(), "new") };
    expect(await command("restore", [backup], elsewhere)).toMatchObject({ code: 0 });
    expect(await command("verify", [], elsewhere)).toMatchObject({ code: 0 });
    const restored = await startGateway(elsewhere);
    await predict(restored);
    await restored.stop();

    renameSync(join(DATA_DIR, "database"), join(DATA_DIR, "lost"));
    expect(await command("restore", [backup], { DATA_DIR })).toMatchObject({ code: 0 });
    await expect(startGateway({ DATA_DIR })).rejects.toThrow("The database has lost events.");
    expect(await command("verify", [], { DATA_DIR })).toMatchObject({ code: 1 });
  });

  it("is refused for an empty data folder, and a restore is refused for a folder without a backup", async () => {
    const DATA_DIR = makeFolder();
    const target = join(makeFolder(), "backup");
    expect(await command("backup", [target], { DATA_DIR })).toMatchObject({ code: 2 });
    expect(await command("restore", [target], { DATA_DIR })).toMatchObject({
      code: 2,
      output: expect.stringContaining("This is not a backup of the embedded database"),
    });
  });
});

describe.skipIf(TEST_DATABASE_URL === undefined)("a backup of PostgreSQL", () => {
  it("is made while the gateway runs and restored to another database; in the original one, the rollback is detected", async () => {
    const databases = await Promise.all([createDatabase(), createDatabase(), createDatabase()]);
    const [DATABASE_URL = "", another = "", old = ""] = databases.map(({ url }) => url);
    const DATA_DIR = makeFolder();
    const backup = join(makeFolder(), "backup");
    const gateway = await startGateway({ DATA_DIR, DATABASE_URL });
    await predict(gateway);
    await gateway.gateway.tree.grow();
    expect(await command("backup", [backup], { DATA_DIR, DATABASE_URL })).toMatchObject({ code: 0 });
    await predict(gateway);
    await gateway.stop();
    const over = await command("restore", [backup], { DATA_DIR, DATABASE_URL });
    expect(over).toMatchObject({ code: 2, output: expect.stringContaining("is not empty. Create a new database.") });

    const elsewhere = { DATA_DIR: join(makeFolder(), "new"), DATABASE_URL: another };
    expect(await command("restore", [backup], elsewhere)).toMatchObject({ code: 0 });
    expect(await command("verify", [], elsewhere)).toMatchObject({ code: 0 });
    const restored = await startGateway(elsewhere);
    await predict(restored);
    await restored.stop();

    expect(await command("restore", [backup], { DATA_DIR, DATABASE_URL: old })).toMatchObject({ code: 0 });
    await expect(startGateway({ DATA_DIR, DATABASE_URL: old })).rejects.toThrow("The database has lost events.");
  });
});
