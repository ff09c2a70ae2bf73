import type { MailSchedule } from "#lib/domain/waiting.ts";

export const DIGEST_SECONDS = 900;
const QUIET_MS = 60 * 60_000;
const DAY_MS = 86_400_000;
/** The daily summary is sent at 07:00 UTC. */
const DAILY_MS = 7 * 3_600_000;

/**
 * Returns when pending notices are sent: at once if nothing was sent in the hour before the oldest of them, otherwise
 * 15 minutes later, together with further ones; or at the next daily time. `off`: never.
 */
export function whenDue(schedule: MailSchedule, oldest: Date, last: Date | undefined): Date | undefined {
  const since = oldest.getTime();
  const sent = last?.getTime() ?? Number.NEGATIVE_INFINITY;
  if (schedule === "off") return undefined;
  if (schedule === "soon")
    return new Date(since - sent >= QUIET_MS ? since : Math.max(since, sent) + DIGEST_SECONDS * 1_000);
  const from = Math.max(since, sent);
  return new Date(Math.floor((from - DAILY_MS) / DAY_MS + 1) * DAY_MS + DAILY_MS);
}

/** Returns the seconds from `now` until pending notices are due, which may be negative; Infinity for `off`. */
export function secondsUntilDue(schedule: MailSchedule, oldest: Date, last: Date | undefined, now: Date): number {
  return ((whenDue(schedule, oldest, last)?.getTime() ?? Number.POSITIVE_INFINITY) - now.getTime()) / 1_000;
}
