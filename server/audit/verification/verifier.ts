import { readLastSeq } from "#server/audit/log/read-events.ts";
import type { CheckpointSource } from "#server/audit/tree/checkpoint-source.ts";
import type { Database } from "#server/db/open.ts";
import { unlessAborted } from "#server/limits/unless-aborted.ts";
import { createPace } from "./pace.ts";
import { type Comparison, verifyAuditLog } from "./verify-audit-log.ts";
import type { ChainReport } from "./verify-chain.ts";

export type VerificationStep = { readonly events: number; readonly total: number } | { readonly report: ChainReport };

export type Verifier = ReturnType<typeof createVerifier>;

/** Verifies the audit log in a process that serves requests: one run at a time, in slices. */
export function createVerifier(database: Database, checkpoints: CheckpointSource, comparisons: readonly Comparison[]) {
  let last: Promise<unknown> = Promise.resolve();

  /** Verifies the log after the runs of earlier callers. Streams progress, then the report. */
  async function* watch(signal: AbortSignal): AsyncGenerator<VerificationStep> {
    const left = new AbortController();
    const ends = AbortSignal.any([signal, left.signal]);
    let progress = { events: 0, total: 0 };
    let change = Promise.withResolvers<undefined>();
    const report = last.then(async () => {
      ends.throwIfAborted();
      const total = await readLastSeq(database);
      return verifyAuditLog(database, checkpoints, comparisons, {
        pace: createPace(ends),
        onProgress(events) {
          progress = { events, total: Math.max(total, events) };
          change.resolve(undefined);
          change = Promise.withResolvers();
        },
      });
    });
    last = report.catch(() => {});
    try {
      for (;;) {
        const changed = change.promise;
        yield progress;
        const ended = await unlessAborted(Promise.race([report, changed]), ends);
        if (ended !== undefined) return yield { report: ended };
      }
    } finally {
      left.abort();
    }
  }

  return {
    watch,
    /** Like watch(), but returns only the report. */
    async verify(signal: AbortSignal): Promise<ChainReport> {
      for await (const step of watch(signal)) if ("report" in step) return step.report;
      throw new Error("the verification ended without a report");
    },
  };
}
