import type { PredictionRequest } from "#lib/contract/request.ts";
import type { Baselines } from "#lib/scores/evaluation.ts";
import type { ReferenceName } from "#lib/scores/reference-names.ts";
import { byOption } from "#lib/stats/by-option.ts";
import { fromLogs, toLogs, type Vector, weightedMean } from "#lib/stats/log-space.ts";
import { raiseToFloor } from "#lib/stats/raise-to-floor.ts";
import { probabilityBetween } from "#lib/stats/student-t.ts";
import { PARAMETERS, type Parameters } from "./parameters.ts";
import { readObservations } from "./read-observations.ts";
import type { Dated, Forecast, ParsedInput } from "./reading.ts";

/**
 * Returns the reference forecasts of a case, computed from its structured observations with the parsing rules
 * and the probability floor of the embedded model.
 */
export function baselinesOf({ request: { task, input } }: { readonly request: PredictionRequest }): Baselines {
  const parsed = readObservations(task, input, PARAMETERS);
  const references = Object.entries(REFERENCES).flatMap(([name, reference]) => {
    const distribution = reference(parsed, PARAMETERS);
    return distribution === undefined ? [] : [[name, byOption(parsed.options, distribution)]];
  });
  return { references: Object.fromEntries(references), horizonDays: parsed.horizon, order: orderOf(parsed) };
}

/** Returns the options from the lowest interval to the highest, if there is one series with three or more intervals. */
function orderOf({ options, series }: ParsedInput): readonly string[] | undefined {
  const [one, ...others] = series;
  if (one === undefined || others.length > 0 || options.length < 3) return undefined;
  const bounds = options.map((option, index) => ({
    option,
    low: one.intervals[index]?.low ?? 0,
    high: one.intervals[index]?.high ?? 0,
  }));
  return bounds.sort((a, b) => a.low - b.low || a.high - b.high).map(({ option }) => option);
}

type Reference = (parsed: ParsedInput, parameters: Parameters) => Vector | undefined;

const REFERENCES: Readonly<Record<ReferenceName, Reference>> = { uniform, last, sources, walk };

function uniform({ options }: ParsedInput): Vector {
  return options.map(() => 1 / options.length);
}

/** Baseline: the newest usable forecast; on equal dates, the last one in the input. */
function last({ forecasts }: ParsedInput, { floor }: Parameters): Vector | undefined {
  const newest = newestOf(forecasts);
  return newest === undefined ? undefined : raiseToFloor(newest.probabilities, floor);
}

/** Baseline: the mean in log space of the newest forecast of each source; requires two or more sources. */
function sources({ forecasts }: ParsedInput, { floor }: Parameters): Vector | undefined {
  const bySource = [...Map.groupBy(forecasts, ({ source }) => source).values()];
  if (bySource.length < 2) return undefined;
  const rows = bySource.flatMap((forecasts) => {
    const newest = newestOf(forecasts);
    return newest === undefined ? [] : { logs: toLogs(newest.probabilities, floor), weight: 1 };
  });
  return raiseToFloor(fromLogs(weightedMean(rows)), floor);
}

/**
 * Baseline: a random walk with normal steps from the last measurement; requires exactly one series, with a changed
 * value.
 */
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
