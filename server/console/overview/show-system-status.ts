import { desc } from "drizzle-orm";
import { isoDates } from "#server/base/iso-dates.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { readReviewTime, readWaiting } from "#server/db/review-times.ts";
import { events } from "#server/db/schema.ts";
import { checkReadiness } from "#server/gateway/check-readiness.ts";
import { countResults } from "./count-results.ts";

const HOUR_MS = 3_600_000;

/**
 * Returns the state and settings of this deployment, without secrets. `hours` is the number of clock hours whose
 * prediction results are counted, including the current hour.
 */
export async function showStatus(gateway: ConsoleContext, hours: number) {
  const { config, database, model, admission, tree } = gateway;
  const since = new Date((Math.floor(gateway.now().getTime() / HOUR_MS) - (hours - 1)) * HOUR_MS);
  const [readiness, candidate, counts, [head]] = await Promise.all([
    checkReadiness(gateway),
    showCandidate(gateway),
    countResults(database, since),
    database.orm.select({ seq: events.seq, hash: events.hash }).from(events).orderBy(desc(events.seq)).limit(1),
  ]);
  const { version, server, since: modelSince, language } = model.status();
  const checkpoint = await tree.readLast();
  return {
    readiness,
    release: model.release,
    /** Null until the first answer if the model reports its version only in answers. */
    modelVersion: version ?? null,
    adapter: config.model.adapter,
    /** Host and port of the model server; null if the model runs in this process. */
    modelServer: server ?? null,
    /** When the readiness of the model last changed; null if it never changes. */
    modelSince: modelSince?.toISOString() ?? null,
    /** Settings of a language model and the results of its calls; null for other models. */
    languageModel: language ?? null,
    candidate,
    database: database.kind,
    sendsMail: gateway.mailer !== undefined,
    /** Admission slots of this process, taken slots, and the length and limit of the queue. */
    load: { ...admission.load(), mayWait: config.model.queue },
    limits: { tokens: await gateway.tokens.read() },
    record: {
      events: head?.seq ?? 0,
      head: head?.hash.toString("hex") ?? null,
      lastCheckpoint: checkpoint === undefined ? null : { seq: checkpoint.size, at: checkpoint.at.toISOString() },
    },
    outcomes: { since: since.toISOString(), counts },
    /** `time` is null after too few decisions, and `oldestAt` if no submission waits. */
    reviews: { time: (await readReviewTime(database.orm)) ?? null, ...isoDates(await readWaiting(database.orm)) },
  };
}

/** Returns the model that is measured next to the release; null if none is configured. */
async function showCandidate({ config, candidate }: ConsoleContext) {
  if (candidate === undefined || config.candidate === undefined) return null;
  const { adapter, share, concurrency: slots, queue: mayWait } = config.candidate;
  const { version, server } = candidate.model.status();
  return {
    readiness: await candidate.model.readiness(),
    adapter,
    /** Host and port of its model server; null if it runs in this process. */
    server: server ?? null,
    version: version ?? null,
    share,
    load: { ...candidate.load(), slots, mayWait },
    tokens: await candidate.tokens.read(),
  };
}
