import type { JsonObject } from "#lib/contract/json.ts";
import type { Observation, PredictionInput, Task } from "#lib/contract/request.ts";

const AS_OF = "2026-03-10T00:00:00Z";

export function taskOf(...options: string[]): Task {
  return {
    type: "choice",
    instructions: "Which?",
    criteria: Object.fromEntries(options.map((option) => [option, null])),
    resolution: { criteria: "The official result.", resolves_at: "2026-06-01T00:00:00Z" },
  };
}

export function inputOf(...context: Observation[]): PredictionInput {
  return { as_of: AS_OF, context };
}

/** Returns an observation made this many days before `AS_OF`, rounded to whole seconds. */
export function structured(data: JsonObject, daysAgo = 0): Observation {
  const observedAt = new Date(Date.parse(AS_OF) - Math.round(daysAgo * 86_400) * 1000).toISOString();
  return { type: "structured", data, observed_at: observedAt };
}

export function forecast(
  source: string,
  probabilities: Record<string, number>,
  daysAgo = 0,
  weight?: number,
): Observation {
  return structured({ kind: "forecast", source, probabilities, ...(weight === undefined ? {} : { weight }) }, daysAgo);
}

export function counts(reference_class: string, byOption: Record<string, number>, daysAgo = 0): Observation {
  return structured({ kind: "counts", reference_class, counts: byOption }, daysAgo);
}

export function text(content: string): Observation {
  return { type: "text", text: content, observed_at: AS_OF };
}

export function measurement(series: string, value: number, daysAgo = 0, unit?: string): Observation {
  return structured({ kind: "measurement", series, value, ...(unit === undefined ? {} : { unit }) }, daysAgo);
}

export function partition(series: string, intervals: Record<string, Record<string, number>>, daysAgo = 0): Observation {
  return structured({ kind: "partition", series, intervals }, daysAgo);
}

/** Returns measurements one day apart, oldest first, the last at `AS_OF`. */
export function daily(series: string, values: readonly number[]): Observation[] {
  return values.map((value, index) => measurement(series, value, values.length - 1 - index));
}

/** Returns a history whose values are these numbers of days old, as one observation made `daysAgo` days before `AS_OF`. */
export function history(series: string, values: readonly (readonly [age: number, value: number])[], daysAgo = 0) {
  const dated = values.map(([age, value]) => [structured({}, age).observed_at, value]);
  return structured({ kind: "history", series, values: dated }, daysAgo);
}
