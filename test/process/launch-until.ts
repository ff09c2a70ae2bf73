import { existsSync } from "node:fs";
import { join } from "node:path";
import { launchMain, makeFolder, type ServerProcess } from "#test/run-process.ts";
import { until } from "#test/until.ts";

/**
 * Starts a gateway in a folder of `takeFolder` and waits until `file` exists in the folder, to catch a moment of the first run. If
 * that moment is missed, because `database.creating` has already been renamed, tries again with another folder.
 */
export async function launchUntil(
  file: string,
  takeFolder: () => string | Promise<string> = makeFolder,
): Promise<ServerProcess> {
  const renamed = file.replace(".creating", "");
  for (;;) {
    const dataDir = await takeFolder();
    const server = await launchMain(dataDir);
    const exists = (path: string) => existsSync(join(dataDir, path));
    const seen = await until(`${file} appears`, () => [file, renamed].find(exists));
    if (seen === file) return server;
    await server.end("SIGKILL");
  }
}
