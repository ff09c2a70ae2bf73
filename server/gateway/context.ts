import type { Logger } from "pino";
import type { AuditLog } from "#server/audit/log/audit-log.ts";
import type { EventSigner } from "#server/audit/log/event-signer.ts";
import type { AuditTree } from "#server/audit/tree/audit-tree.ts";
import type { CheckpointSource } from "#server/audit/tree/checkpoint-source.ts";
import type { Config } from "#server/config/read-config.ts";
import type { DailyBytes } from "#server/db/daily-bytes.ts";
import type { Database } from "#server/db/open.ts";
import type { TokenBudget } from "#server/db/token-budget.ts";
import type { Candidate } from "#server/gateway/candidate/candidate.ts";
import type { Authenticator } from "#server/gateway/credentials/authenticate.ts";
import type { IdempotencyKeys } from "#server/gateway/predict/idempotency-keys.ts";
import type { KnownRequests } from "#server/gateway/predict/known-requests.ts";
import type { RefusalCounts } from "#server/gateway/predict/refusal-counts.ts";
import type { Admission } from "#server/limits/admission.ts";
import type { FairSlots } from "#server/limits/fair-slots.ts";
import type { Pacer } from "#server/limits/pacer.ts";
import type { RateLimit } from "#server/limits/rate-limit.ts";
import type { Model } from "#server/models/model.ts";
import type { Metrics } from "#server/observe/metrics.ts";
import type { Tracing } from "#server/observe/tracing.ts";

/** The singletons of the gateway. Functions accept only the part that they use, as a Pick type. */
export interface GatewayContext {
  readonly config: Config;
  readonly database: Database;
  readonly events: AuditLog;
  readonly dailyBytes: DailyBytes;
  readonly signer: EventSigner;
  readonly checkpoints: CheckpointSource;
  readonly tree: AuditTree;
  readonly refusals: RefusalCounts;
  readonly model: Model;
  /** Counts and limits the tokens of `model`. */
  readonly tokens: TokenBudget;
  /** Undefined unless CANDIDATE_MODEL_ADAPTER is set. */
  readonly candidate: Candidate | undefined;
  readonly authenticator: Authenticator;
  readonly rateLimit: RateLimit;
  readonly admission: Admission;
  readonly pacer: Pacer;
  /** Slots for look-ups with an API key. */
  readonly lookUpSlots: FairSlots;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly knownRequests: KnownRequests;
  readonly metrics: Metrics;
  /** Undefined unless spans are exported. */
  readonly tracing: Tracing | undefined;
  readonly log: Logger;
  readonly now: () => Date;
  /** Aborts when the process stops: requests in flight must then be answered immediately. */
  readonly stopping: AbortSignal;
}
