import { once } from "node:events";
import { readConfig } from "#server/config.ts";
import { exportLine, readLinks } from "#server/records/read-links.ts";
import { withRecord } from "./open-record.ts";

/** `npm run export > record.jsonl`: the whole record, an event a line, to be verified offline with `npm run verify`. */
try {
  await withRecord(readConfig(), async (database) => {
    for await (const link of readLinks(database)) {
      if (!process.stdout.write(`${exportLine(link)}\n`)) await once(process.stdout, "drain");
    }
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
