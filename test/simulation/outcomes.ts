import fc from "fast-check";
import { optionsOf, QUESTIONS, resolvesAt, START, taskIdOf } from "./catalog.ts";
import { command } from "./perform.ts";
import { anyone, performAs, reviewer } from "./perform-as.ts";

/** `option` beyond the options means void; `time` is the share of the possible time that has passed. */
const records = fc
  .record({
    member: anyone,
    question: fc.nat(QUESTIONS - 1),
    option: fc.nat(4),
    time: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map((parameters) =>
    command(
      "record",
      {
        check: ({ submissions }) => submissions.some(({ content }) => content.question === parameters.question),
        run: (specification, deployment) => {
          const { question, option, time } = parameters;
          const { recorded, confirmed } = specification.outcomes.get(question) ?? {};
          const latest = Math.min(resolvesAt(question).getTime(), deployment.clock.wall);
          const happenedAt = new Date(START.getTime() + Math.floor(time * (latest - START.getTime())));
          const entry = {
            taskId: taskIdOf(question),
            option: optionsOf(question)[option] ?? null,
            happenedAt: happenedAt.toISOString(),
            source: "The register.",
            beforeFirstForecast: true,
            corrects: (recorded ?? confirmed)?.id,
          };
          const isPossible = happenedAt.getTime() <= deployment.clock.wall;
          return performAs(specification, deployment, parameters.member, undefined, ({ call }) => ({
            act: () => call.outcomes.record(entry),
            refusal: isPossible ? undefined : "BAD_REQUEST",
            events: isPossible ? ["outcome.recorded"] : [],
          }));
        },
      },
      parameters,
    ),
  );

const confirmations = fc.record({ member: reviewer, question: fc.nat(QUESTIONS - 1) }).map((parameters) =>
  command(
    "confirm",
    {
      check: ({ outcomes }) => outcomes.get(parameters.question)?.recorded !== undefined,
      run: (specification, deployment) => {
        const recorded = specification.outcomes.get(parameters.question)?.recorded;
        const isFrozen = specification.frozen.has(parameters.question);
        return performAs(specification, deployment, parameters.member, "confirm", ({ who, call }) => {
          const refusal = recorded?.by === who.id ? "FORBIDDEN" : isFrozen ? "CONFLICT" : undefined;
          return {
            act: () => call.outcomes.confirm({ outcomeId: recorded?.id ?? "", beforeFirstForecast: true }),
            refusal,
            events: refusal === undefined ? ["outcome.confirmed"] : [],
          };
        });
      },
    },
    parameters,
  ),
);

export const OUTCOMES = [
  { weight: 3, arbitrary: records },
  { weight: 4, arbitrary: confirmations },
] as const;
