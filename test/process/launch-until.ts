import { existsSync } from "node:fs";
import { join } from "node:path";
import { launchMain, makeFolder, type ServerProcess } from "#test/run-process.ts";
import { until } from "#test/until.ts";

/**
 * Launches the gateway in a folder prepared by `prepare` and waits until `file` exists in it. A complete new database
 * is renamed; if that happens before its file is seen, another gateway is launched in another folder.
 */
export async function launchUntil(
  file: string,
  prepare: (dataDir: string) => void | Promise<void> = () => {},
): Promise<ServerProcess> {
  const renamed = file.replace(".creating", "");
  for (;;) {
    const dataDir = makeFolder();
    await prepare(dataDir);
    const server = await launchMain(dataDir);
    const exists = (path: string) => existsSync(join(dataDir, path));
    const seen = await until(`${file} appears`, () => exists(file) || (exists(renamed) ? false : undefined));
    if (seen) return server;
    await server.end("SIGKILL");
  }
}
