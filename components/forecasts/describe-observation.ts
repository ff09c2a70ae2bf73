import type { Observation } from "#lib/contract/request.ts";
import { visible } from "#lib/format.ts";

const MOST = 140;

/** An observation in a few words: what it is, and who says so. */
export function describeObservation(observation: Observation | undefined): string {
  if (observation === undefined) return "not in the request";
  if (observation.type === "text") return cut(`“${visible(observation.text)}”`);
  const { kind, source, reference_class: referenceClass, series } = observation.data;
  const whose = [source, referenceClass, series].find((name) => typeof name === "string");
  const what = typeof kind === "string" ? kind : "structured";
  return cut(whose === undefined ? what : `${what}: ${visible(String(whose))}`);
}

function cut(text: string): string {
  return text.length > MOST ? `${text.slice(0, MOST)} …` : text;
}
