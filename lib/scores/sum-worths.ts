import { isObservationKind } from "#lib/contract/observation-kinds.ts";
import type { Observation } from "#lib/contract/request.ts";
import { NO_FINDING } from "#lib/domain/track-record.ts";
import type { Finding } from "#lib/findings/finding.ts";
import type { MeasuredInput, MeasuredObservation } from "./recorded-question.ts";

export const WORTH_DIMENSIONS = ["kind", "source", "finding"] as const;

type WorthDimension = (typeof WORTH_DIMENSIONS)[number];

/** Worth of the observations of a question that have the same value in a dimension. */
export interface WorthSum {
  readonly dimension: WorthDimension;
  readonly value: string;
  /** In nats: the sum over the observations of an input, averaged over the inputs. Null if none has a worth. */
  readonly worth: number | null;
  readonly observations: number;
  /** Number of observations without which the model has no answer. */
  readonly required: number;
}

/** Sums the worth of a question's observations. `inputs` are the different inputs of its forecasts. */
export function sumWorths(inputs: readonly MeasuredInput[]): WorthSum[] {
  const groups = new Map<string, Pick<WorthSum, "dimension" | "value"> & { worths: (number | null)[][] }>();
  for (const [at, { observations }] of inputs.entries()) {
    for (const { kind, source, findings, worth } of observations) {
      const values = {
        kind: [kind],
        source: source === undefined ? [] : [source],
        finding: findings.length === 0 ? [NO_FINDING] : findings,
      };
      for (const dimension of WORTH_DIMENSIONS) {
        for (const value of values[dimension]) {
          // The embedded model identifies sources in the same way.
          const key = `${dimension} ${value.toLowerCase()}`;
          const group = groups.get(key) ?? { dimension, value, worths: inputs.map(() => []) };
          group.worths[at]?.push(worth);
          groups.set(key, group);
        }
      }
    }
  }
  return [...groups.values()].map(({ dimension, value, worths }) => {
    const sums = worths.flatMap(sumOf);
    return {
      dimension,
      value,
      worth: sums.length === 0 ? null : sums.reduce((total, one) => total + one, 0) / sums.length,
      observations: worths.flat().length,
      required: worths.flat().filter((one) => one === null).length,
    };
  });
}

/** Returns no sum if no observation has a worth. */
function sumOf(worths: readonly (number | null)[]): number[] {
  const known = worths.filter((one) => one !== null);
  return known.length === 0 ? [] : [known.reduce((total, one) => total + one, 0)];
}

/** Names the observations of an input. `worths` are in the order of the context. */
export function describeObservations(
  context: readonly Observation[],
  findings: readonly Pick<Finding, "id" | "path">[],
  worths: readonly (number | null)[],
): MeasuredObservation[] {
  const findingsOf = readFindings(findings);
  return context.map((observation, index) => {
    const named = nameObservation(observation);
    return { ...named, findings: findingsOf(index), worth: worths[index] ?? null };
  });
}

/** Longer names make an observation unusable. */
const MAX_NAME = 200;

/** Returns the kind of an observation, and the name of its source, reference class or series. */
function nameObservation(observation: Observation): Pick<MeasuredObservation, "kind" | "source"> {
  if (observation.type === "text") return { kind: "text", source: undefined };
  const { kind, source, reference_class: referenceClass, series } = observation.data;
  if (!isObservationKind(kind)) return { kind: "other", source: undefined };
  const names = { forecast: source, counts: referenceClass, measurement: series, history: series, partition: series };
  // PostgreSQL cannot store U+0000.
  const name = typeof names[kind] === "string" ? names[kind].trim().replaceAll("\u0000", "\ufffd") : "";
  return { kind, source: name === "" || name.length > MAX_NAME ? undefined : name };
}

const OBSERVATION_PATH = /^\/input\/context\/(\d+)/;

/** Returns a lookup of an observation's findings by its index: its own findings and those of the whole request. */
function readFindings(findings: readonly Pick<Finding, "id" | "path">[]): (observation: number) => readonly string[] {
  const byObservation = Map.groupBy(findings, ({ path }) => OBSERVATION_PATH.exec(path)?.[1]);
  return (observation) => {
    const own = [...(byObservation.get(undefined) ?? []), ...(byObservation.get(String(observation)) ?? [])];
    return [...new Set(own.map(({ id }) => id))];
  };
}
