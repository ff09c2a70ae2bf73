import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { GatewayError } from "#server/base/errors.ts";
import { readableEvents } from "#server/console/audit-log/readable-events.ts";
import { events } from "#server/db/schema.ts";
import { answerMember, readQuery } from "./answer-member.ts";
import { streamFile } from "./stream-file.ts";

const querySchema = z.strictObject({ seq: z.coerce.number().int().min(1) });

/**
 * Answers with the proof of an audit event (c2sp.org/tlog-proof@v1), which contains the event; 404 if the event does not
 * exist, is archived, or may not be read by the member yet.
 */
export const downloadProof = answerMember(async (gateway, request, member) => {
  const { seq } = readQuery(request, querySchema);
  const { orm } = gateway.database;
  const [event] = await orm
    .select()
    .from(events)
    .where(and(eq(events.seq, seq), await readableEvents(gateway, member)));
  if (event === undefined)
    throw new GatewayError("NOT_FOUND", {
      message: "The audit log has no such event that you may read, or the event is archived.",
    });
  const proof = await gateway.tree.prove(event);
  return streamFile(
    { type: "text/plain", name: `event-${seq}.tlog-proof` },
    (async function* () {
      yield proof;
    })(),
  );
});
