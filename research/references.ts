import { fromLogs, toLogs, type Vector, weightedMean } from "#lib/stats/log-space.ts";
import { probabilityBetween } from "#lib/stats/student-t.ts";
import type { Parameters } from "#server/infra/models/pool/parameters.ts";
import { raiseToFloor } from "#server/infra/models/pool/raise-to-floor.ts";
import type { Dated, Forecast, ParsedInput } from "#server/infra/models/pool/reading.ts";

/**
 * The baselines that the model is compared with, each with the model's floor so that its log score is finite. Undefined
 * if the input lacks what a baseline needs.
 */
export const REFERENCES = { uniform, last, sources, walk } satisfies Record<string, Reference>;

export type ReferenceName = keyof typeof REFERENCES;

type Reference = (parsed: ParsedInput, parameters: Parameters) => Vector | undefined;

function uniform({ options }: ParsedInput): Vector {
  return options.map(() => 1 / options.length);
}

/** The newest usable forecast alone; of several with one date the last in the input. */
function last({ forecasts }: ParsedInput, { floor }: Parameters): Vector | undefined {
  const newest = newestOf(forecasts);
  return newest === undefined ? undefined : raiseToFloor(newest.probabilities, floor);
}

/** The mean in log space of the newest forecast of each source; only with two or more sources. */
function sources({ forecasts }: ParsedInput, { floor }: Parameters): Vector | undefined {
  const bySource = [...Map.groupBy(forecasts, ({ source }) => source).values()];
  if (bySource.length < 2) return undefined;
  const rows = bySource.flatMap((forecasts) => {
    const newest = newestOf(forecasts);
    return newest === undefined ? [] : { logs: toLogs(newest.probabilities, floor), weight: 1 };
  });
  return raiseToFloor(fromLogs(weightedMean(rows)), floor);
}

/** A random walk with normal steps from the last measurement, for a single series that has changed. */
function walk({ series }: ParsedInput, { floor }: Parameters): Vector | undefined {
  const [one, ...others] = series;
  const steps = one?.candidates.find(
    ({ scale, model }) => scale === "level" && model.reversion === 0 && model.noise === 0 && model.drift === 0,
  );
  if (one === undefined || steps === undefined || others.length > 0) return undefined;
  const normal = { centre: one.last, scale: steps.spread, degrees: 1e6 };
  return raiseToFloor(
    one.intervals.map(({ low, high }) => probabilityBetween(normal, low, high)),
    floor,
  );
}

function newestOf(forecasts: readonly Dated<Forecast>[]): Dated<Forecast> | undefined {
  let [newest] = forecasts;
  for (const forecast of forecasts) if (newest === undefined || forecast.age <= newest.age) newest = forecast;
  return newest;
}
