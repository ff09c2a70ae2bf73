"use client";

import { createContext, type ReactNode, type SyntheticEvent, useContext } from "react";
import { formatInstant, formatWhen, parseInstant } from "#lib/format.ts";
import { lazily } from "./lazily.tsx";

const TimeZone = createContext<string | null>(null);

/** Provides the time zone that the signed-in member chose; null for UTC. The server knows it too, from the session. */
export function TimeZoneProvider({ zone, children }: { readonly zone: string | null; readonly children: ReactNode }) {
  return <TimeZone value={zone}>{children}</TimeZone>;
}

/** Prints only UTC, because others read what is printed. Loaded lazily, because few members choose a zone. */
const ZonedInstant = lazily(
  async () => {
    const { printInZone } = await import("#lib/time-zone.ts");
    return ({ at, zone }: { readonly at: string; readonly zone: string }) => (
      <>
        <span className="no-print">{printInZone(at, zone)}</span>
        <span className="print-only">{printInZone(at, null)}</span>
      </>
    );
  },
  ({ at }) => `${formatInstant(at)} UTC`,
);

interface TimeTextProps {
  readonly at: string;
  /** Shows the instant instead of its distance from now: in UTC, and in the time zone that the reader chose. */
  readonly exact?: boolean;
  /** Shows an exact instant only in UTC, without "UTC". */
  readonly bare?: boolean;
}

/** Shows a time. The tooltip has the exact instant in UTC, and the reader's local time. */
export function TimeText({ at, exact = false, bare = false }: TimeTextProps) {
  const zone = useContext(TimeZone);
  const text = exact ? `${formatInstant(at)}${bare ? "" : " UTC"}` : formatWhen(at, Date.now());
  return (
    // The text that the server rendered may be a minute older than that of the browser.
    <time dateTime={at} onPointerEnter={(event) => describeTime(event, at, zone)} suppressHydrationWarning>
      {exact && !bare && zone !== null ? <ZonedInstant at={at} zone={zone} /> : text}
    </time>
  );
}

/** Sets the tooltip. Runs only in the browser, because without a chosen zone the server does not know the time zone. */
function describeTime({ currentTarget }: SyntheticEvent<HTMLElement>, at: string, zone: string | null): void {
  const options = { dateStyle: "full", timeStyle: "long", ...(zone !== null && { timeZone: zone }) } as const;
  const local = new Intl.DateTimeFormat(undefined, options).format(parseInstant(at));
  currentTarget.title = `${formatInstant(at)} UTC\n${local}, ${zone ?? "your local time"}`;
}
