import fc from "fast-check";
import { textOf } from "./catalog.ts";
import { command } from "./command.ts";
import { admin, performAs, pick } from "./perform-as.ts";

const request = command({
  name: "request an erasure",
  weight: 2,
  parameters: fc.record({ admin, submission: fc.nat(50), thing: fc.constantFrom("submission", "observation") }),
  check: ({ submissions }) => submissions.length > 0,
  run(specification, deployment, { thing, ...parameters }) {
    const submission = pick(specification.submissions, parameters.submission);
    if (submission === undefined) throw new Error("there is no submission");
    const subjectId = thing === "submission" ? submission.id : `${textOf(submission.content).inputId}/1`;
    return performAs(specification, deployment, parameters.admin, "administer", ({ call }) => ({
      act: () => call.erasures.request({ thing, subjectId, rule: "contract" }),
      refusal: undefined,
      events: ["erasure.requested"],
    }));
  },
});

/** The index of a member who stays an administrator. */
const SECOND_ADMIN = 5;

/** A crash in the middle erases nothing. A confirmed erasure is carried out. */
const confirm = command({
  name: "confirm the erasure",
  weight: 3,
  parameters: fc.record({ admin: fc.constantFrom(0, SECOND_ADMIN, SECOND_ADMIN), erasure: fc.nat(5) }),
  check: ({ erasures }) => erasures.size > 0,
  run(specification, deployment, parameters) {
    const [erasureId, by] = pick([...specification.erasures], parameters.erasure) ?? ["", ""];
    return performAs(specification, deployment, parameters.admin, "administer", ({ who, call }) => {
      const isOwn = who.id === by;
      return {
        act: () => call.erasures.confirm({ erasureId }),
        refusal: isOwn ? "FORBIDDEN" : undefined,
        events: isOwn ? [] : ["erasure.carried_out"],
      };
    });
  },
});

export const ERASURES = [request, confirm];
