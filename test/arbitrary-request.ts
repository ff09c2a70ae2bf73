import fc from "fast-check";
import type { Observation, PredictionRequest } from "#lib/contract/request.ts";
import { laterThan, type Moment, moment, spelling } from "./arbitrary-date-time.ts";
import { observation, someText, usableObservation } from "./arbitrary-observation.ts";

const RELEASE = "service-r13-c";
/** Below the contract's limit of 32 KiB per body. */
const MAX_BYTES = 32_000;

export function validRequest(): fc.Arbitrary<PredictionRequest> {
  return parts().chain(({ options, asOf }) =>
    requestOf(options, asOf, fc.array(observation(options, asOf), { maxLength: 8 }), 0),
  );
}

/** Generates valid requests with at least one observation that the embedded model can use. */
export function usableRequest(): fc.Arbitrary<PredictionRequest> {
  return parts().chain(({ options, asOf }) => {
    const context = fc
      .tuple(usableObservation(options, asOf), fc.array(observation(options, asOf), { maxLength: 6 }))
      .map(([usable, others]) => [usable, ...others]);
    return requestOf(options, asOf, context, 1);
  });
}

function parts(): fc.Arbitrary<{ readonly options: readonly string[]; readonly asOf: Moment }> {
  const options = fc.oneof(
    { weight: 1, arbitrary: fc.constant(["yes", "no"]) },
    { weight: 3, arbitrary: fc.uniqueArray(optionId(), { minLength: 2, maxLength: 6 }) },
    { weight: 1, arbitrary: fc.uniqueArray(optionId(), { minLength: 2, maxLength: 20, size: "max" }) },
  );
  return fc.record({ options, asOf: moment });
}

function optionId(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("yes", "no", "hold", "cut", "raise", "A", "a", "B", "b") },
    {
      weight: 3,
      arbitrary: fc.constantFrom("constructor", "toString", "hasOwnProperty", "valueOf", "then", "toJSON", "length"),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        "10",
        "9",
        "0",
        "00",
        "1e3",
        "4294967295",
        "a.b",
        "a:b",
        "a-b",
        "a_",
        "a.-_:",
        "null",
        "true",
      ),
    },
    { weight: 3, arbitrary: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,9}$/) },
    { weight: 1, arbitrary: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:-]{63}$/) },
  );
}

/** Generates a request. The first `keep` observations are never dropped; the list is rotated at random. */
function requestOf(
  options: readonly string[],
  asOf: Moment,
  context: fc.Arbitrary<Observation[]>,
  keep: number,
): fc.Arbitrary<PredictionRequest> {
  const task = fc.record({
    type: fc.constant("choice" as const),
    instructions: someText(8_000),
    criteria: fc
      .array(fc.option(someText(2_000)), { minLength: options.length, maxLength: options.length })
      .map((each) => Object.fromEntries(options.map((option, index) => [option, each[index] ?? null]))),
    resolution: fc.record({ criteria: someText(8_000), resolves_at: laterThan(asOf).chain(spelling) }),
  });
  const input = fc.record({ as_of: spelling(asOf), context });
  return fc
    .tuple(fc.record({ model: fc.constant(RELEASE), task, input }), fc.nat())
    .map(([request, turn]) => turnContext(shrinkToFit(request, keep), turn));
}

/** Drops observations, then option descriptions, then replaces long texts, until the request fits MAX_BYTES. */
function shrinkToFit(request: PredictionRequest, keep: number): PredictionRequest {
  const { task, input } = request;
  if (bytesOf(request) <= MAX_BYTES) return JSON.parse(JSON.stringify(request));
  if (input.context.length > keep) {
    return shrinkToFit({ ...request, input: { ...input, context: input.context.slice(0, -1) } }, keep);
  }
  if (Object.values(task.criteria).some((description) => description !== null)) {
    const criteria = Object.fromEntries(Object.keys(task.criteria).map((option) => [option, null]));
    return shrinkToFit({ ...request, task: { ...task, criteria } }, keep);
  }
  const resolution = { ...task.resolution, criteria: "See the official result." };
  return shrinkToFit({ ...request, task: { ...task, instructions: "Which?", resolution } }, keep);
}

function turnContext(request: PredictionRequest, turn: number): PredictionRequest {
  const { context } = request.input;
  const at = context.length === 0 ? 0 : turn % context.length;
  return { ...request, input: { ...request.input, context: [...context.slice(at), ...context.slice(0, at)] } };
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
