import { join } from "node:path";
import { type Database, openDatabase } from "#server/db/open.ts";

/** Opens the embedded database in a data folder that no process uses, or the PostgreSQL database at `url`. */
export function openFolder(
  dataDir: string,
  url?: string,
  onNotice: (notice: string) => void = () => {},
): Promise<Database> {
  const onError = (error: Error) => {
    throw error;
  };
  return openDatabase({ url, dataDir, code: join(process.cwd(), "server", "db"), onError, onNotice });
}
