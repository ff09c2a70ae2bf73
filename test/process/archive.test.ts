import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { copyEmptyDatabase } from "#test/empty-database.ts";
import { openFolder } from "#test/open-folder.ts";
import { makeFolder, runNode } from "#test/run-process.ts";

const dataDir = makeFolder();
const archives = join(makeFolder(), "archives");

async function command(script: "archive" | "verify", ...args: readonly string[]) {
  const process = runNode([`scripts/${script}.ts`, ...args], { DATA_DIR: dataDir });
  const { code } = await process.exit;
  return { code, output: process.output() };
}

it("two months are archived by a command, and verify with the database and without it", async () => {
  await copyEmptyDatabase(dataDir);
  const database = await openFolder(dataDir);
  const lines = ["2025-01-31", "2025-02-01", "2025-03-01"].map(
    (day) =>
      `{"actor":{"id":"c","name":"c","type":"credential"},"at":"${day}T12:00:00.000Z","code":"INVALID_JSON","issues":[],` +
      '"kind":"prediction.refused","request_id":"0198c9a0-0000-7000-8000-000000000000"}',
  );
  await database.pool.query("select count(*) from append_events($1)", [lines.join("\n")]);
  await database.close();

  expect(await command("archive", archives)).toMatchObject({ code: 2, output: expect.stringContaining("--before") });
  const archived = await command("archive", archives, "--before", "2025-03");
  expect(archived).toMatchObject({
    code: 0,
    output: expect.stringContaining("2025-02.jsonl: events 2 to 2, 1 removed"),
  });
  const files = readdirSync(archives).sort();
  expect(files).toEqual(["audit-log-2025-01.jsonl", "audit-log-2025-02.jsonl"]);
  expect(await command("archive", archives, "--before", "2025-03")).toMatchObject({
    code: 0,
    output: expect.stringContaining("Nothing was changed."),
  });

  const live = await command("verify");
  expect(live).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^events 3 to 5, .*The events up to 2 were not read/s),
  });
  const chain = await command("verify", archives);
  expect(chain).toMatchObject({ code: 0, output: expect.stringMatching(/^5 events, .*The audit log verifies\./s) });
  const keyless = await command("verify", ...files.map((name) => join(archives, name)));
  expect(keyless).toMatchObject({ code: 1, output: expect.stringContaining("unknown key") });
});
