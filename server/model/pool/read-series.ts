import { scaleOf, toScale } from "./growth.ts";
import type { Parameters } from "./parameters.ts";
import type { Dated, Measurement, Partition, Read, Series } from "./reading.ts";
import { fitWalk } from "./walk.ts";
import { walkSkill } from "./walk-skill.ts";

/**
 * Can the walk forecast this series? It needs a partition, enough readings in one unit, some movement, a deadline within
 * reach, and to have forecast its own past better than the spread of its earlier readings does. `readings` are sorted,
 * oldest first, one an instant.
 */
export function readSeries(
  readings: readonly Dated<Measurement>[],
  partition: Dated<Partition> | undefined,
  remaining: number,
  parameters: Parameters,
): Read<Series> {
  const last = readings.at(-1);
  const fewest = parameters.series_least_readings;
  if (last === undefined) return refuse("The input has no usable reading of its series.");
  if (partition === undefined) return refuse("No usable partition says which values of its series mean which option.");
  const units = new Set(readings.map(({ unit }) => unit).filter((unit) => unit !== undefined));
  if (units.size > 1) return refuse("The readings of its series are in different units.");
  if (readings.length < fewest)
    return refuse(`Its series needs ${fewest} readings of different dates and has ${readings.length}.`);
  const points = readings.map(({ age, value }) => ({ day: -age, value }));
  const scale = scaleOf(points, parameters);
  const walked = toScale(points, scale);
  const walk = fitWalk(walked, parameters);
  if (walk === undefined || !(walk.scale > 0))
    return refuse("Its series has never moved, which does not tell how far it may move.");
  const horizon = remaining + last.age;
  if (horizon > parameters.series_reach * walk.span)
    return refuse("The deadline is too far away for the time that the readings of its series cover.");
  const skill = walkSkill(walked, horizon, parameters);
  const trust = skill.tests / (skill.tests + parameters.series_half_tests);
  const earned = skill.skill * trust * (skill.lead / horizon);
  if (!(earned > 0))
    return refuse("Within its series a random walk forecasts no better than the spread of the earlier readings.");
  const observations = [...readings, partition].map(({ observation }) => observation);
  const { intervals } = partition;
  const name = last.series;
  return {
    ok: true,
    value: { name, observations, readings: readings.length, intervals, scale, walk, horizon, skill, earned },
  };
}

function refuse(reason: string): Read<never> {
  return { ok: false, reason };
}
