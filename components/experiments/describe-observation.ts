import type { PredictionRequest } from "#lib/contract/request.ts";
import { describeData } from "#lib/describe-data.ts";
import { visible } from "#lib/format.ts";

const MAX_LENGTH = 160;

/** Returns the text or data of an observation in at most 160 UTF-16 code units. */
export function describeObservation(observation: PredictionRequest["input"]["context"][number]): string {
  const text = observation.type === "text" ? observation.text : describeData(observation.data);
  const shown = visible(text);
  return shown.length <= MAX_LENGTH ? shown : `${shown.slice(0, MAX_LENGTH - 1).toWellFormed()}…`;
}
