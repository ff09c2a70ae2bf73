import type { Event } from "#server/audit/log/event.ts";

export type Answered = Extract<Event, { kind: "prediction.answered" }>;

/** Parses the event of an answered prediction from its recorded bytes. */
export function readAnswered(body: Buffer): Answered {
  const event: Event = JSON.parse(body.toString());
  if (event.kind !== "prediction.answered") throw new Error(`a ${event.kind} is not an answered prediction`);
  return event;
}
