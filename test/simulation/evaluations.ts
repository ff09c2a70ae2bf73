import fc from "fast-check";
import { EVALUATION_ACTION_NAMES, EVALUATION_ACTIONS, isOpen } from "#lib/domain/evaluations.ts";
import { isPermitted } from "#lib/domain/members.ts";
import { approvalOf, sendFile } from "#test/evaluation.ts";
import { jsonl, lineOf } from "#test/resolved-cases.ts";
import { command } from "./command.ts";
import { anyone, performAs, pick, reviewer } from "./perform-as.ts";

const MAX_OPEN = 20;

/** The index of an evaluation. */
const evaluation = fc.nat(10);

const upload = command({
  name: "upload an evaluation",
  weight: 1,
  parameters: fc.record({ author: anyone, cases: fc.integer({ min: 1, max: 3 }) }),
  run(specification, deployment, { author, cases }) {
    const { evaluations } = specification;
    return performAs(specification, deployment, author, "evaluate", ({ who, session }) => {
      const open = evaluations.filter(({ by, status }) => by === who.id && isOpen(status)).length;
      const isFull = open >= MAX_OPEN;
      return {
        async act() {
          const name = (index: number) => `event ${index} of evaluation ${evaluations.length}`;
          const lines = Array.from({ length: cases }, (_, index) => lineOf(name(index), [0.5, 0.6], "yes"));
          const { status, body } = await sendFile(deployment, session, jsonl(lines));
          if (status !== 200) throw Object(body.error);
        },
        refusal: isFull ? "CONFLICT" : undefined,
        events: isFull ? [] : ["evaluation.uploaded"],
      };
    });
  },
});

const decide = command({
  name: "decide on an evaluation",
  weight: 3,
  parameters: fc.record({ reviewer, evaluation, approve: fc.oneof(fc.constant(true), fc.boolean()) }),
  check: ({ evaluations }) => evaluations.length > 0,
  run(specification, deployment, { approve, ...parameters }) {
    const evaluation = pick(specification.evaluations, parameters.evaluation);
    if (evaluation === undefined) throw new Error("there is no evaluation");
    return performAs(specification, deployment, parameters.reviewer, "decide", ({ who, session }) => {
      const isOwn = evaluation.by === who.id;
      const refusal = evaluation.status !== "in_review" ? "CONFLICT" : isOwn ? "FORBIDDEN" : undefined;
      return {
        async act() {
          const decision = await approvalOf(session, evaluation.id);
          await session.call.evaluations.decide({ ...decision, approve, note: "Why." });
        },
        refusal,
        events: refusal === undefined ? ["evaluation.decided"] : [],
      };
    });
  },
});

const act = command({
  name: "act on an evaluation",
  weight: 4,
  parameters: fc.record({
    member: anyone,
    evaluation,
    action: fc.oneof(
      { weight: 3, arbitrary: fc.constant("start" as const) },
      fc.constantFrom(...EVALUATION_ACTION_NAMES),
    ),
  }),
  check: ({ evaluations }) => evaluations.length > 0,
  run(specification, deployment, { action, ...parameters }) {
    const evaluation = pick(specification.evaluations, parameters.evaluation);
    if (evaluation === undefined) throw new Error("there is no evaluation");
    return performAs(specification, deployment, parameters.member, "evaluate", ({ who, call }) => {
      const isPossible = EVALUATION_ACTIONS[action].from.some((status) => status === evaluation.status);
      const mayAct = evaluation.by === who.id || isPermitted(who, "revoke");
      const refusal = !isPossible ? "CONFLICT" : mayAct ? undefined : "FORBIDDEN";
      return {
        act: () => call.evaluations.act({ evaluationId: evaluation.id, action }),
        refusal,
        events: refusal === undefined ? [EVENTS[action]] : [],
      };
    });
  },
});

const EVENTS = {
  start: "evaluation.started",
  pause: "evaluation.paused",
  resume: "evaluation.resumed",
  stop: "evaluation.ended",
} as const;

export const EVALUATIONS = [upload, decide, act];
