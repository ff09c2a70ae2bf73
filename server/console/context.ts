import type { Verifier } from "#server/audit/verification/verifier.ts";
import type { Auth } from "#server/console/auth/auth.ts";
import type { KnownBrowsers } from "#server/console/auth/known-browser.ts";
import type { SignInLimit } from "#server/console/auth/sign-in-limit.ts";
import type { Computer } from "#server/console/evaluations/compute-report.ts";
import type { Mailer } from "#server/console/mail/mailer.ts";
import type { JobQueue } from "#server/db/job-queue.ts";
import type { GatewayContext } from "#server/gateway/context.ts";

/** The singletons behind the console. Functions take the members that they use. */
export interface ConsoleContext extends GatewayContext {
  readonly auth: Auth;
  readonly signInLimit: SignInLimit;
  readonly knownBrowsers: KnownBrowsers;
  readonly verifier: Verifier;
  readonly jobs: JobQueue;
  /** Undefined unless e-mails are sent. */
  readonly mailer: Mailer | undefined;
  /** Encrypts the secrets of webhooks in the database. */
  readonly webhookKey: Buffer;
  readonly computer: Computer;
  /** Members with a running import. */
  readonly importingMembers: Set<string>;
}
