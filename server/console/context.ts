import type { Verifier } from "#server/audit/verification/verifier.ts";
import type { Auth } from "#server/console/auth/auth.ts";
import type { KnownBrowsers } from "#server/console/auth/known-browser.ts";
import type { SignInLimit } from "#server/console/auth/sign-in-limit.ts";
import type { createConsoleSlots } from "#server/console/console-slots.ts";
import type { Mailer } from "#server/console/mail/mailer.ts";
import type { Computer } from "#server/console/reports/computer.ts";
import type { CurrentReport } from "#server/console/scores/current-report.ts";
import type { JobQueue } from "#server/db/job-queue.ts";
import type { GatewayContext } from "#server/gateway/context.ts";

/** Singletons of the console. A function takes a `Pick` of the members that it uses. */
export interface ConsoleContext extends GatewayContext {
  readonly auth: Auth;
  readonly signInLimit: SignInLimit;
  readonly knownBrowsers: KnownBrowsers;
  readonly verifier: Verifier;
  readonly jobs: JobQueue;
  /** Undefined if the deployment sends no e-mail. */
  readonly mailer: Mailer | undefined;
  /** Key that encrypts the webhook secrets in the database. */
  readonly webhookKey: Buffer;
  readonly computer: Computer;
  /** The stored track record. */
  readonly scores: CurrentReport;
  readonly slots: ReturnType<typeof createConsoleSlots>;
  /** Members with a running import, by id, with the bytes of their uploads in memory. */
  readonly importingMembers: Map<string, number>;
}
