import type { PredictionRequest } from "#lib/contract/request.ts";
import { describeData } from "#lib/describe-data.ts";
import { visible } from "#lib/format.ts";

const MAX_LENGTH = 160;

/** Returns a one-line description of an observation. */
export function describeObservation(observation: PredictionRequest["input"]["context"][number]): string {
  const text = observation.type === "text" ? observation.text : describeData(observation.data);
  const shown = visible(text);
  return shown.length <= MAX_LENGTH ? shown : `${shown.slice(0, MAX_LENGTH - 1).toWellFormed()}…`;
}
