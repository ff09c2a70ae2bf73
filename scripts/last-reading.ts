import type { Vector } from "#server/model/log-space.ts";
import type { Parameters } from "#server/model/pool/parameters.ts";
import { raiseToFloor } from "#server/model/pool/raise-to-floor.ts";
import type { Reading } from "#server/model/pool/reading.ts";

/**
 * The reference to beat: the newest usable forecast alone (of several with one date the last in the input), with the
 * release's floor so that its log score is finite too. Undefined without a forecast.
 */
export function lastReading(reading: Reading, parameters: Parameters): Vector | undefined {
  let [last] = reading.forecasts;
  for (const forecast of reading.forecasts) if (last === undefined || forecast.age <= last.age) last = forecast;
  return last === undefined ? undefined : raiseToFloor(last.probabilities, parameters.floor);
}
