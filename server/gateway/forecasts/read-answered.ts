import type { Event } from "#server/audit/log/event.ts";

export type Answered = Extract<Event, { kind: "prediction.answered" }>;

/** The event of an answered prediction, out of the bytes that the record keeps. */
export function readAnswered(body: Buffer): Answered {
  const event: Event = JSON.parse(body.toString());
  if (event.kind !== "prediction.answered") throw new Error(`a ${event.kind} is not an answered prediction`);
  return event;
}
