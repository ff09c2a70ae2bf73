import fc from "fast-check";
import { optionsOf, QUESTIONS, resolvesAt, START, taskIdOf } from "./catalog.ts";
import { command } from "./command.ts";
import { anyone, performAs, reviewer } from "./perform-as.ts";

const question = fc.nat(QUESTIONS - 1);

/** An `option` beyond the options means void; `time` is the share of the possible time that has passed. */
const record = command({
  name: "record the outcome",
  weight: 3,
  parameters: fc.record({
    member: anyone,
    question,
    option: fc.nat(4),
    time: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  check: ({ submissions }, parameters) => submissions.some(({ content }) => content.question === parameters.question),
  run(specification, deployment, { member, question, option, time }) {
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
    // An erasure replaces the ids of the options.
    const isNamed = entry.option === null || !specification.erasedQuestions.has(question);
    const isPossible = isNamed && happenedAt.getTime() <= deployment.clock.wall;
    return performAs(specification, deployment, member, "submit", ({ call }) => ({
      act: () => call.outcomes.record(entry),
      refusal: isPossible ? undefined : "BAD_REQUEST",
      events: isPossible ? ["outcome.recorded"] : [],
    }));
  },
});

const confirm = command({
  name: "confirm the outcome",
  weight: 4,
  parameters: fc.record({ member: reviewer, question }),
  check: ({ outcomes }, parameters) => outcomes.get(parameters.question)?.recorded !== undefined,
  run(specification, deployment, { member, question }) {
    const recorded = specification.outcomes.get(question)?.recorded;
    const isFrozen = specification.frozen.has(question);
    return performAs(specification, deployment, member, "confirm", ({ who, call }) => {
      const refusal = recorded?.by === who.id ? "FORBIDDEN" : isFrozen ? "CONFLICT" : undefined;
      return {
        act: () => call.outcomes.confirm({ outcomeId: recorded?.id ?? "", beforeFirstForecast: true }),
        refusal,
        events: refusal === undefined ? ["outcome.confirmed"] : [],
      };
    });
  },
});

export const OUTCOMES = [record, confirm];
