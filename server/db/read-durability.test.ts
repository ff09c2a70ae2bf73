import { Client } from "pg";
import { expect, it } from "vitest";
import { createDatabase, TEST_DATABASE_URL, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { openFolder } from "#test/open-folder.ts";
import { toDurability } from "./read-durability.ts";

describeUnless([withoutPostgres], "the durability on PostgreSQL", () => {
  async function durabilityWith(synchronousCommit: string) {
    const created = await createDatabase();
    const admin = new Client({ connectionString: TEST_DATABASE_URL });
    await admin.connect();
    const name = new URL(created.url).pathname.slice(1);
    await admin.query(`alter database ${name} set synchronous_commit = ${synchronousCommit}`);
    const { rows } = await admin.query("show fsync");
    await admin.end();
    const { durability } = await openFolder("", created.url);
    return { durability, fsync: rows[0].fsync === "on" };
  }

  it("is `none` if the database acknowledges commits before they are written", async () => {
    expect(await durabilityWith("off")).toMatchObject({ durability: "none" });
  });

  it("depends on fsync otherwise", async () => {
    for (const setting of ["local", "on"]) {
      const { durability, fsync } = await durabilityWith(setting);
      expect(durability).toBe(fsync ? "power" : "process");
    }
  });
});

it.each([
  ["on", "on", "power"],
  ["remote_apply", "on", "power"],
  ["local", "off", "process"],
  ["off", "on", "none"],
  ["off", "off", "none"],
])("synchronous_commit %s with fsync %s is %s", (synchronousCommit, fsync, durability) => {
  expect(toDurability(synchronousCommit, fsync)).toBe(durability);
});
