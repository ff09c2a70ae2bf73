import { compareInstants, type Instant, readDateTime } from "#lib/contract/date-time.ts";
import type { JsonObject } from "#lib/contract/json.ts";
import type { Observation, PredictionInput, Task } from "#lib/contract/request.ts";
import { sortMembers } from "#lib/contract/sort-members.ts";
import { quote } from "./quote.ts";
import { relabel } from "./relabel.ts";

/**
 * All that callers wrote, as one line of JSON. Observations come oldest first; the options last and in the given order,
 * under their labels, so that the prompts of one request begin alike and a server may keep what it has read.
 */
export function writeData(task: Task, input: PredictionInput, labels: ReadonlyMap<string, string>): string {
  const { instructions, criteria, resolution } = task;
  return quote({
    today: input.as_of,
    question: instructions,
    resolution: { criteria: resolution.criteria, deadline: resolution.resolves_at },
    observations: oldestFirst(input.context).map((observation) => describeObservation(observation, labels)),
    options: Object.fromEntries([...labels].map(([id, label]) => [label, criteria[id] ?? null])),
  });
}

function describeObservation(observation: Observation, labels: ReadonlyMap<string, string>): JsonObject {
  const { observed_at } = observation;
  if (observation.type === "text") return { observed_at, text: observation.text };
  return { observed_at, data: relabel(sortMembers(observation.data), labels) };
}

function oldestFirst(context: readonly Observation[]): readonly Observation[] {
  const dated = context.map((observation) => ({ observation, at: instantOf(observation) }));
  return dated.sort((a, b) => compareInstants(a.at, b.at)).map(({ observation }) => observation);
}

function instantOf({ observed_at }: Observation): Instant {
  const reading = readDateTime(observed_at);
  if (!reading.ok) throw new TypeError("a date that the contract's checks refuse reached the model");
  return reading.instant;
}
