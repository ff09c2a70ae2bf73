"use client";

import type { SyntheticEvent } from "react";
import { timeOf } from "#lib/contract/date-time.ts";
import { formatInstant, formatWhen } from "#lib/format.ts";

interface TimeTextProps {
  readonly at: string;
  /** Shows the instant in UTC instead of its distance from now. */
  readonly exact?: boolean;
  /** Whether an exact instant ends with "UTC". */
  readonly zone?: boolean;
}

/** Shows a time. The tooltip has the exact instant in UTC, and the reader's local time. */
export function TimeText({ at, exact = false, zone = true }: TimeTextProps) {
  return (
    // The text that the server rendered may be a minute older than that of the browser.
    <time dateTime={at} onPointerEnter={(event) => describeTime(event, at)} suppressHydrationWarning>
      {exact ? `${formatInstant(at)}${zone ? " UTC" : ""}` : formatWhen(at, Date.now())}
    </time>
  );
}

/** Sets the tooltip. Runs only in the browser, because the server does not know the time zone. */
function describeTime({ currentTarget }: SyntheticEvent<HTMLElement>, at: string): void {
  const local = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });
  currentTarget.title = `${formatInstant(at)} UTC\n${local.format(timeOf(at))}, your local time`;
}
