import { DatabaseError } from "pg";
import { within } from "#server/base/within.ts";
import type { Database, TimedQuery } from "#server/db/open.ts";

/** `ready`, or the reason why no audit event can be recorded. */
export type RecordingState =
  | "ready"
  | "disk_nearly_full"
  | "disk_full"
  | "folder_missing"
  | "history_lost"
  | "locked"
  | "read_only"
  | "not_answering"
  | "unavailable";

/** Performs a test write under the audit log's lock, to check that an event could be recorded. Never rejects. */
export type RecordingCheck = () => Promise<RecordingState>;

/** Timeout of a check, which then returns `not_answering`. */
const ANSWER_MS = 2_000;
/** A result is cached for this long, to limit the number of test writes under frequent health checks. */
const TRUSTED_MS = 1_000;

/** Maps SQLSTATE codes to recording states. */
const STATES: Readonly<Record<string, RecordingState>> = {
  "25006": "read_only",
  "53100": "disk_full",
  "55P03": "locked",
  "57014": "not_answering",
};

/** Returns the recording check. Calls during a run, and for one second after it, share the result of that run. */
export function createRecordingCheck(database: Pick<Database, "checkPipeline" | "blockedReason">): RecordingCheck {
  let last: { readonly state: RecordingState; readonly at: number } | undefined;
  let running: Promise<RecordingState> | undefined;

  async function run(): Promise<RecordingState> {
    const state =
      database.blockedReason() ?? (await within(ANSWER_MS, write(database)).catch(() => "not_answering" as const));
    last = { state, at: performance.now() };
    return state;
  }

  return async () => {
    if (running === undefined && last !== undefined && performance.now() - last.at < TRUSTED_MS) return last.state;
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function write({ checkPipeline }: Pick<Database, "checkPipeline">): Promise<RecordingState> {
  const statement: TimedQuery = {
    name: "check_recording",
    text: "select check_recording()",
    values: [],
    query_timeout: ANSWER_MS,
  };
  try {
    await checkPipeline.query(statement);
    return "ready";
  } catch (error) {
    return (error instanceof DatabaseError && STATES[error.code ?? ""]) || "unavailable";
  }
}
