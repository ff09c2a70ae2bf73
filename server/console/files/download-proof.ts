import { eq } from "drizzle-orm";
import { z } from "zod";
import { GatewayError } from "#server/base/errors.ts";
import { events } from "#server/db/schema.ts";
import { answerMember, readQuery } from "./answer-member.ts";
import { streamFile } from "./stream-file.ts";

const querySchema = z.strictObject({ seq: z.coerce.number().int().min(1) });

/** Answers with the proof of an audit event (c2sp.org/tlog-proof@v1); 404 if the event does not exist or is archived. */
export const downloadProof = answerMember(async ({ database, tree }, request) => {
  const { seq } = readQuery(request, querySchema);
  const [event] = await database.orm.select().from(events).where(eq(events.seq, seq));
  if (event === undefined)
    throw new GatewayError("NOT_FOUND", { message: "The audit log has no such event, or it is archived." });
  const proof = await tree.prove(event);
  return streamFile(
    { type: "text/plain", name: `event-${seq}.tlog-proof` },
    (async function* () {
      yield proof;
    })(),
  );
});
