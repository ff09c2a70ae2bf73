import { desc } from "drizzle-orm";
import type { ModelState } from "#lib/domain/model-state.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { events } from "#server/db/schema.ts";
import { checkReadiness, type Readiness } from "#server/gateway/check-readiness.ts";
import type { LanguageModel } from "#server/models/model.ts";
import { countOutcomes, type Outcomes } from "./count-answers.ts";

/** State and settings of this deployment. Contains no secrets. */
export interface Status {
  readonly readiness: Readiness;
  readonly release: string;
  /** Null until the first answer if the model reports its version only in answers. */
  readonly modelVersion: string | null;
  readonly adapter: string;
  /** Host and port of the model server; null if the model runs in this process. */
  readonly modelServer: string | null;
  /** When the readiness of the model last changed; null if it never changes. */
  readonly modelSince: string | null;
  /** Prompt settings and detected server capabilities of a language model; null for other models. */
  readonly languageModel: LanguageModel | null;
  /** The model that is measured next to the release; null if none is configured. */
  readonly candidate: {
    readonly readiness: ModelState;
    readonly adapter: string;
    /** Host and port of its model server; null if it runs in this process. */
    readonly server: string | null;
    readonly version: string | null;
    readonly share: number;
    readonly load: {
      readonly slots: number;
      readonly taken: number;
      readonly waiting: number;
      readonly mayWait: number;
    };
  } | null;
  readonly database: "embedded" | "postgresql";
  /** Admission slots of this process, taken slots, and the length and limit of the queue. */
  readonly load: {
    readonly slots: number;
    readonly taken: number;
    readonly waiting: number;
    readonly mayWait: number;
  };
  readonly limits: {
    readonly deadlineMs: number;
    readonly requestsPerMinute: number;
    readonly dailyBytes: number;
    readonly reviewsRequired: number;
    /** Null: approvals need not expire. */
    readonly approvalMaxDays: number | null;
  };
  readonly record: {
    readonly events: number;
    readonly head: string | null;
    readonly lastCheckpoint: { readonly seq: number; readonly at: string } | null;
  };
  readonly outcomes: Outcomes;
}

const HOUR_MS = 3_600_000;

/** `hours` is the number of clock hours whose prediction results are counted, including the current hour. */
export async function showStatus(gateway: ConsoleContext, hours: number): Promise<Status> {
  const { config, database, model, admission, tree } = gateway;
  const since = new Date((Math.floor(gateway.now().getTime() / HOUR_MS) - (hours - 1)) * HOUR_MS);
  const [readiness, candidate, outcomes, [head]] = await Promise.all([
    checkReadiness(gateway),
    showCandidate(gateway),
    countOutcomes(database, since),
    database.orm.select({ seq: events.seq, hash: events.hash }).from(events).orderBy(desc(events.seq)).limit(1),
  ]);
  const { version, server, since: modelSince, language } = model.status();
  const checkpoint = await tree.readLast();
  return {
    readiness,
    release: model.release,
    modelVersion: version ?? null,
    adapter: config.model.adapter,
    modelServer: server ?? null,
    modelSince: modelSince?.toISOString() ?? null,
    languageModel: language ?? null,
    candidate,
    database: database.kind,
    load: { ...admission.load(), mayWait: config.model.queue },
    limits: {
      deadlineMs: config.model.deadlineMs,
      requestsPerMinute: config.rateLimitPerMinute,
      dailyBytes: config.maxDailyBytes,
      reviewsRequired: config.reviewsRequired,
      approvalMaxDays: config.approvalMaxDays ?? null,
    },
    record: {
      events: head?.seq ?? 0,
      head: head?.hash.toString("hex") ?? null,
      lastCheckpoint: checkpoint === undefined ? null : { seq: checkpoint.size, at: checkpoint.at.toISOString() },
    },
    outcomes,
  };
}

async function showCandidate({ config, candidate }: ConsoleContext): Promise<Status["candidate"]> {
  if (candidate === undefined || config.candidate === undefined) return null;
  const { adapter, share, concurrency: slots, queue: mayWait } = config.candidate;
  const { version, server } = candidate.model.status();
  return {
    readiness: await candidate.model.readiness(),
    adapter,
    server: server ?? null,
    version: version ?? null,
    share,
    load: { ...candidate.load(), slots, mayWait },
  };
}
