import { readConfig } from "#server/config/read-config.ts";
import { createGateway } from "#server/process/create-gateway.ts";
import { copyEmptyDatabase, EMPTY_DATABASE } from "./empty-database.ts";
import { makeFolder } from "./run-process.ts";
import { copyTemplate } from "./template.ts";

const SEEDED = {
  name: "seeded",
  madeOf: [...EMPTY_DATABASE.madeOf, "examples", "lib", "server"],
  async make(draft: string) {
    await copyEmptyDatabase(draft);
    const { close } = await createGateway(readConfig({ DATA_DIR: draft, LOG_LEVEL: "silent" }));
    await close();
  },
};

/** Copies the data folder of a gateway after its first run: database, accounts, API key and examples. */
export async function copySeededFolder(folder = makeFolder()): Promise<string> {
  await copyTemplate(SEEDED, folder);
  return folder;
}
