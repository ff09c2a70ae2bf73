import { join } from "node:path";
import { type Database, openDatabase } from "#server/db/open.ts";

/** The database of a data folder whose process has ended; an address opens PostgreSQL instead. */
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
