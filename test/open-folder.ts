import { join } from "node:path";
import { type Database, openDatabase } from "#server/db/open.ts";
import { cleanUp } from "./clean-up.ts";

/**
 * Opens the embedded database in a data folder that no process uses, or the PostgreSQL database at `url`. It is closed
 * after the test or the test file.
 */
export async function openFolder(
  dataDir: string,
  url?: string,
  onNotice: (notice: string) => void = () => {},
): Promise<Database> {
  const database = await openDatabase({ url, dataDir, code: join(process.cwd(), "server", "db"), onNotice });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= database.close());
  cleanUp(close);
  return { ...database, close };
}
