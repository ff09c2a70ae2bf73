import type { Logger } from "pino";
import type { KnownBrowsers } from "./auth/known-browser.ts";
import type { SignInLimit } from "./auth/sign-in-limit.ts";
import type { Config } from "./config.ts";
import type { Authenticator } from "./credentials/authenticate.ts";
import type { Database } from "./db/open.ts";
import type { Checkpoints } from "./events/checkpoint.ts";
import type { EventLog } from "./events/log.ts";
import type { Admission } from "./limits/admission.ts";
import type { RateLimit } from "./limits/rate-limit.ts";
import type { Model } from "./model/model.ts";
import type { IdempotencyKeys } from "./predict/idempotency-keys.ts";
import type { RefusalCounts } from "./predict/refusal-counts.ts";
import type { Verifier } from "./records/verifier.ts";

/** What there is one of in a process. Made in wiring.ts; verbs receive it and never look for it. */
export interface Gateway {
  readonly config: Config;
  readonly database: Database;
  readonly events: EventLog;
  readonly refusals: RefusalCounts;
  readonly checkpoints: Checkpoints;
  readonly verifier: Verifier;
  readonly model: Model;
  readonly authenticator: Authenticator;
  readonly rateLimit: RateLimit;
  readonly signInLimit: SignInLimit;
  readonly knownBrowsers: KnownBrowsers;
  readonly admission: Admission;
  readonly idempotencyKeys: IdempotencyKeys;
  /** The members of whom an import is running. */
  readonly importingMembers: Set<string>;
  readonly log: Logger;
  readonly now: () => Date;
  /** Aborted when the process stops and the requests in flight must be answered at once. */
  readonly stopping: AbortSignal;
}
