import { OUTCOMES } from "#lib/domain/audit-events.ts";
import { readExport } from "#server/audit/export/read-links.ts";
import { readConfig } from "#server/config/read-config.ts";
import { openTree, withAuditLog } from "./open-audit-log.ts";

/**
 * `npm run proof -- ARCHIVE REQUEST_ID`: prints the proof of an archived request (c2sp.org/tlog-proof@v1), which
 * `npm run verify` and the page /verify check. To write it to a file: `npm run --silent proof -- … > FILE.tlog-proof`.
 * With the embedded database, stop the gateway first. Exit codes: 0 printed; 1 the archive has no such request; 2 the command could not run.
 */

const [archive, requestId] = process.argv.slice(2);

try {
  if (archive === undefined || requestId === undefined) throw new Error("Usage: npm run proof -- ARCHIVE REQUEST_ID");
  const event = await findOutcome(archive, requestId);
  if (event === undefined) {
    console.error(`${archive} contains no result of the request ${requestId}.`);
    process.exitCode = 1;
  } else {
    const config = readConfig();
    const proof = await withAuditLog(config, async (database) => {
      const { tree } = await openTree(config, database);
      return tree.prove(event, event.contents);
    });
    process.stdout.write(proof);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

async function findOutcome(file: string, id: string) {
  for await (const link of readExport(file)) {
    const { kind, request_id } = JSON.parse(link.body.toString());
    if (request_id === id && OUTCOMES.includes(kind)) return link;
  }
  return undefined;
}
