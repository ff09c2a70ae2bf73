import type { Event } from "#server/audit/log/event.ts";

export type Answered = Extract<Event, { kind: "prediction.answered" }>;

/** Parses a recorded event. Throws if it is not an answered prediction. */
export function readAnswered(body: Buffer): Answered {
  const event: Event = JSON.parse(body.toString());
  if (event.kind !== "prediction.answered") throw new Error(`a ${event.kind} is not an answered prediction`);
  return event;
}
