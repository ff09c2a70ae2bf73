import { and, eq } from "drizzle-orm";
import { readLastSeq } from "#server/audit/log/read-events.ts";
import type { CheckpointSource } from "#server/audit/tree/checkpoint-source.ts";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import { unlessAborted } from "#server/limits/unless-aborted.ts";
import { createPace } from "./pace.ts";
import { type Comparison, verifyAuditLog } from "./verify-audit-log.ts";
import type { ChainPosition, ChainReport } from "./verify-chain.ts";

export type VerificationStep = { readonly events: number; readonly total: number } | { readonly report: ChainReport };

export type Verifier = ReturnType<typeof createVerifier>;

interface Run {
  readonly incremental: boolean;
  readonly abort: AbortController;
  watchers: number;
  progress: { readonly events: number; readonly total: number };
  /** Resolves when progress is made or the run ends. */
  change: PromiseWithResolvers<void>;
  /** Set when the run ends. */
  result: { readonly report: ChainReport } | { readonly error: unknown } | undefined;
}

/** Verifies the audit log in a process that serves requests: one run at a time, in slices. */
export function createVerifier(database: Database, checkpoints: CheckpointSource, comparisons: readonly Comparison[]) {
  let current: Run | undefined;
  let verified: ChainPosition | undefined;

  async function run(run: Run): Promise<ChainReport> {
    const total = await readLastSeq(database);
    // If the last verified event has changed, the whole log is verified again, which reports the change.
    const after = run.incremental && (await isUnchanged(database, verified)) ? verified : undefined;
    const report = await verifyAuditLog(database, checkpoints, comparisons, {
      after,
      known: verified,
      pace: createPace(run.abort.signal),
      onProgress: (events) => notify(run, { events, total: Math.max(total, events) }),
    });
    if (report.ok && report.head !== null) verified = { seq: report.events, hash: Buffer.from(report.head, "hex") };
    return report;
  }

  function start(incremental: boolean): Run {
    const started: Run = {
      incremental,
      abort: new AbortController(),
      watchers: 0,
      progress: { events: 0, total: 0 },
      change: Promise.withResolvers(),
      result: undefined,
    };
    const end = (result: NonNullable<Run["result"]>) => {
      started.result = result;
      current = undefined;
      started.change.resolve();
    };
    run(started).then(
      (report) => end({ report }),
      (error: unknown) => end({ error }),
    );
    return started;
  }

  /**
   * Verifies the log. Streams progress, then the report. Joins a running verification; a verification is aborted when
   * its last caller leaves. `incremental` starts after the last event that this process has verified.
   */
  async function* watch(incremental: boolean, signal: AbortSignal): AsyncGenerator<VerificationStep> {
    signal.throwIfAborted();
    // Waits for a run that cannot be joined: an aborted run, or an incremental run when a full one is requested.
    while (current !== undefined && (current.abort.signal.aborted || (current.incremental && !incremental))) {
      await unlessAborted(current.change.promise, signal);
    }
    current ??= start(incremental);
    const joined = current;
    joined.watchers++;
    try {
      while (joined.result === undefined) {
        const change = joined.change.promise;
        yield joined.progress;
        await unlessAborted(change, signal);
      }
      if ("error" in joined.result) throw joined.result.error;
      yield { report: joined.result.report };
    } finally {
      joined.watchers--;
      if (joined.watchers === 0) joined.abort.abort();
    }
  }

  return {
    watch,
    /** Like watch(), but returns only the report. */
    async verify(incremental: boolean, signal: AbortSignal): Promise<ChainReport> {
      for await (const step of watch(incremental, signal)) if ("report" in step) return step.report;
      throw new Error("the verification ended without a report");
    },
  };
}

function notify(run: Run, progress: Run["progress"]): void {
  const { resolve } = run.change;
  run.progress = progress;
  run.change = Promise.withResolvers();
  resolve();
}

async function isUnchanged({ orm }: Database, position: ChainPosition | undefined): Promise<boolean> {
  if (position === undefined) return false;
  const { seq, hash } = position;
  const found = await orm
    .select({ seq: events.seq })
    .from(events)
    .where(and(eq(events.seq, seq), eq(events.hash, hash)));
  return found.length > 0;
}
