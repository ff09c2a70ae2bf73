import type { Logger } from "pino";
import type { KnownBrowsers } from "#server/api/auth/known-browser.ts";
import type { SignInLimit } from "#server/api/auth/sign-in-limit.ts";
import type { AuditLog } from "#server/infra/audit-log/audit-log.ts";
import type { GuardedCheckpoints } from "#server/infra/audit-log/guard-checkpoints.ts";
import type { Database } from "#server/infra/db/open.ts";
import type { JobQueue } from "#server/infra/jobs/job-queue.ts";
import type { Admission } from "#server/infra/limits/admission.ts";
import type { RateLimit } from "#server/infra/limits/rate-limit.ts";
import type { Mailer } from "#server/infra/mailer.ts";
import type { Metrics } from "#server/infra/metrics.ts";
import type { Model } from "#server/infra/models/model.ts";
import type { Tracing } from "#server/infra/tracing.ts";
import type { Verifier } from "#server/services/audit/verifier.ts";
import type { Authenticator } from "#server/services/credentials/authenticate.ts";
import type { Computer } from "#server/services/evaluations/compute.ts";
import type { IdempotencyKeys } from "#server/services/predict/idempotency-keys.ts";
import type { KnownRequests } from "#server/services/predict/known-requests.ts";
import type { RefusalCounts } from "#server/services/predict/refusal-counts.ts";
import type { Config } from "./config.ts";

/** Everything of which a process has one. Built in create-gateway.ts and passed to services as an argument. */
export interface Gateway {
  readonly config: Config;
  readonly database: Database;
  readonly events: AuditLog;
  readonly refusals: RefusalCounts;
  readonly checkpoints: GuardedCheckpoints;
  readonly verifier: Verifier;
  readonly model: Model;
  readonly authenticator: Authenticator;
  readonly rateLimit: RateLimit;
  readonly signInLimit: SignInLimit;
  readonly knownBrowsers: KnownBrowsers;
  readonly admission: Admission;
  readonly jobs: JobQueue;
  /** Undefined unless e-mails are sent. */
  readonly mailer: Mailer | undefined;
  /** Encrypts the secrets of webhooks in the database. */
  readonly webhookKey: Buffer;
  readonly computer: Computer;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly knownRequests: KnownRequests;
  readonly metrics: Metrics;
  /** Undefined unless spans are sent somewhere. */
  readonly tracing: Tracing | undefined;
  /** Members with a running import. */
  readonly importingMembers: Set<string>;
  readonly log: Logger;
  readonly now: () => Date;
  /** Aborted when the process stops: requests in flight must be answered at once. */
  readonly stopping: AbortSignal;
}
