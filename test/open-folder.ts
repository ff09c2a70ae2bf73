import { join } from "node:path";
import { type Database, openDatabase } from "#server/db/open.ts";

/** Opens the database of a data folder whose process has ended, or PostgreSQL if a URL is passed. */
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
