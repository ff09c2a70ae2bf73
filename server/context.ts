import type { Logger } from "pino";
import type { AuditLog } from "#server/audit/log/audit-log.ts";
import type { GuardedCheckpoints } from "#server/audit/log/guard-checkpoints.ts";
import type { Verifier } from "#server/audit/verification/verifier.ts";
import type { Config } from "#server/config/read-config.ts";
import type { KnownBrowsers } from "#server/console/auth/known-browser.ts";
import type { SignInLimit } from "#server/console/auth/sign-in-limit.ts";
import type { Computer } from "#server/console/evaluations/compute-report.ts";
import type { Mailer } from "#server/console/mail/mailer.ts";
import type { JobQueue } from "#server/db/job-queue.ts";
import type { Database } from "#server/db/open.ts";
import type { Authenticator } from "#server/gateway/credentials/authenticate.ts";
import type { IdempotencyKeys } from "#server/gateway/predict/idempotency-keys.ts";
import type { KnownRequests } from "#server/gateway/predict/known-requests.ts";
import type { RefusalCounts } from "#server/gateway/predict/refusal-counts.ts";
import type { Admission } from "#server/limits/admission.ts";
import type { RateLimit } from "#server/limits/rate-limit.ts";
import type { Model } from "#server/models/model.ts";
import type { Metrics } from "#server/observe/metrics.ts";
import type { Tracing } from "#server/observe/tracing.ts";

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
