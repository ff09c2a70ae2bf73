"use client";

import type { SyntheticEvent } from "react";
import { timeOf } from "#lib/contract/date-time.ts";
import { formatInstant } from "#lib/format.ts";

/** Shows a time in UTC. The tooltip has the reader's local time. */
export function TimeText({ at, zone = true }: { readonly at: string; readonly zone?: boolean }) {
  return (
    <time dateTime={at} onPointerEnter={(event) => nameLocal(event, at)} style={{ whiteSpace: "nowrap" }}>
      {formatInstant(at)}
      {zone && " UTC"}
    </time>
  );
}

/** Sets the tooltip to the local time. Runs only in the browser, because the server does not know the time zone. */
function nameLocal({ currentTarget }: SyntheticEvent<HTMLElement>, at: string): void {
  const local = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });
  currentTarget.title = `${local.format(timeOf(at))}, your local time`;
}
