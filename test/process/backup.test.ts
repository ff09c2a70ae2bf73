import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createDatabase, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { makeFolder, runScript } from "#test/run-process.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";

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
    const busy = await runScript("backup", { DATA_DIR }, backup);
    expect(busy).toMatchObject({ code: 2, output: expect.stringContaining(`in use by process ${process.pid}`) });
    await gateway.stop();
    // The root of an ext4 disk contains this folder; the backup must skip it.
    mkdirSync(join(DATA_DIR, "checkpoints", "lost+found"));
    expect(await runScript("backup", { DATA_DIR }, backup)).toMatchObject({ code: 0 });
    expect(await runScript("backup", { DATA_DIR }, backup)).toMatchObject({
      code: 2,
      output: expect.stringContaining("is not empty"),
    });

    const later = await startGateway({ DATA_DIR });
    await predict(later);
    await later.stop();
    const over = await runScript("restore", { DATA_DIR }, backup);
    expect(over).toMatchObject({ code: 2, output: expect.stringContaining("is not empty. Move it away first.") });

    const elsewhere = { DATA_DIR: join(makeFolder(), "new") };
    expect(await runScript("restore", elsewhere, backup)).toMatchObject({ code: 0 });
    expect(await runScript("verify", elsewhere)).toMatchObject({ code: 0 });
    await predict(await startGateway(elsewhere));

    renameSync(join(DATA_DIR, "database"), join(DATA_DIR, "lost"));
    expect(await runScript("restore", { DATA_DIR }, backup)).toMatchObject({ code: 0 });
    await expect(startGateway({ DATA_DIR })).rejects.toThrow("The database has lost events.");
    expect(await runScript("verify", { DATA_DIR })).toMatchObject({ code: 1 });
  });

  it("is refused for an empty data folder, and a restore is refused for a folder without a backup", async () => {
    const DATA_DIR = makeFolder();
    const target = join(makeFolder(), "backup");
    expect(await runScript("backup", { DATA_DIR }, target)).toMatchObject({ code: 2 });
    expect(await runScript("restore", { DATA_DIR }, target)).toMatchObject({
      code: 2,
      output: expect.stringContaining("This is not a backup of the embedded database"),
    });
  });
});

describeUnless([withoutPostgres], "a backup of PostgreSQL", () => {
  it("is made while the gateway runs and restored to another database; in the original one, the rollback is detected", async () => {
    const databases = await Promise.all([createDatabase(), createDatabase(), createDatabase()]);
    const [DATABASE_URL = "", another = "", old = ""] = databases.map(({ url }) => url);
    const DATA_DIR = makeFolder();
    const backup = join(makeFolder(), "backup");
    const gateway = await startGateway({ DATA_DIR, DATABASE_URL });
    await predict(gateway);
    await gateway.gateway.tree.grow();
    expect(await runScript("backup", { DATA_DIR, DATABASE_URL }, backup)).toMatchObject({ code: 0 });
    await predict(gateway);
    await gateway.stop();
    const over = await runScript("restore", { DATA_DIR, DATABASE_URL }, backup);
    expect(over).toMatchObject({ code: 2, output: expect.stringContaining("is not empty. Create a new database.") });

    const elsewhere = { DATA_DIR: join(makeFolder(), "new"), DATABASE_URL: another };
    expect(await runScript("restore", elsewhere, backup)).toMatchObject({ code: 0 });
    expect(await runScript("verify", elsewhere)).toMatchObject({ code: 0 });
    await predict(await startGateway(elsewhere));

    expect(await runScript("restore", { DATA_DIR, DATABASE_URL: old }, backup)).toMatchObject({ code: 0 });
    await expect(startGateway({ DATA_DIR, DATABASE_URL: old })).rejects.toThrow("The database has lost events.");
  });
});
