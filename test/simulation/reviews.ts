import fc from "fast-check";
import { VERDICTS, type Verdict } from "#lib/domain/reviews.ts";
import { approval } from "#test/review.ts";
import { anyContent, type Content, nameOf, requestOf, textOf } from "./catalog.ts";
import { type Change, command } from "./perform.ts";
import { anyone, performAs, pick, reviewer } from "./perform-as.ts";
import { openOf, type Specification, type Submission, wrote } from "./specification.ts";

interface Submitting {
  readonly author: number;
  readonly content: Content;
  /** The index of the submission to revise. */
  readonly revises: number | undefined;
}

export const submit = (parameters: Submitting) =>
  command(
    "submit",
    {
      run: (specification, deployment) => {
        const { author, content } = parameters;
        const revised =
          parameters.revises === undefined ? undefined : pick(specification.submissions, parameters.revises);
        return performAs(specification, deployment, author, undefined, ({ who, call }) => ({
          act: () => call.submissions.submit({ request: requestOf(content), supersedes: revised?.id }),
          ...expectSubmission(specification, who.id, content, revised),
        }));
      },
    },
    parameters,
  );

function expectSubmission(
  specification: Specification,
  author: string,
  content: Content,
  revised: Submission | undefined,
): Pick<Change<unknown>, "refusal" | "events"> {
  const open = openOf(specification, author, content);
  const isRepeated = open !== undefined && (revised === undefined || [open.id, open.supersedes].includes(revised.id));
  if (isRepeated) return { refusal: undefined, events: [] };
  const superseded = revised ?? open;
  const others = specification.submissions.some(
    ({ id, status, author: other, origin, content: same }) =>
      status === "submitted" &&
      other !== author &&
      origin !== "caller" &&
      id !== superseded?.id &&
      nameOf(same) === nameOf(content),
  );
  if (others) return { refusal: "CONFLICT", events: [] };
  const affected = [...new Set([superseded, open])].filter((one) => one !== undefined);
  const isForeign = affected.some(
    ({ status, origin, author: other }) => status === "submitted" && origin !== "caller" && other !== author,
  );
  if (isForeign) return { refusal: "FORBIDDEN", events: [] };
  const withdrawn = affected.filter(({ status }) => status === "submitted").map(() => "submission.withdrawn");
  return { refusal: undefined, events: [...withdrawn, "submission.created"] };
}

const withdrawals = fc.record({ author: anyone, submission: fc.nat(50) }).map((parameters) =>
  command(
    "withdraw",
    {
      check: ({ submissions }) => submissions.length > 0,
      run: (specification, deployment) => {
        const submission = pick(specification.submissions, parameters.submission);
        return performAs(specification, deployment, parameters.author, undefined, ({ who, call }) => ({
          act: () => call.submissions.withdraw({ submissionId: submission?.id ?? "" }),
          refusal:
            submission?.author !== who.id ? "FORBIDDEN" : submission.status === "submitted" ? undefined : "CONFLICT",
          events: submission?.author === who.id && submission.status === "submitted" ? ["submission.withdrawn"] : [],
        }));
      },
    },
    parameters,
  ),
);

interface Deciding {
  readonly reviewer: number;
  readonly submission: number;
  readonly binding: Verdict;
  readonly quality: Verdict;
}

export const decide = (parameters: Deciding) =>
  command(
    "decide",
    {
      check: ({ submissions }) => submissions.length > 0,
      run: (specification, deployment) => {
        const submission = pick(specification.submissions, parameters.submission);
        if (submission === undefined) throw new Error("there is no submission");
        const { binding, quality } = parameters;
        const seen = { ...textOf(submission.content), submissionId: submission.id };
        const decision = { ...approval(seen), binding, quality, note: "Why." };
        return performAs(specification, deployment, parameters.reviewer, "decide", ({ who, call }) => ({
          act: () => call.reviews.decide(decision),
          ...expectDecision(specification, who.id, submission),
        }));
      },
    },
    parameters,
  );

function expectDecision(specification: Specification, reviewer: string, { status, content }: Submission) {
  if (status !== "submitted") return { refusal: "CONFLICT", events: [] };
  if (wrote(specification, reviewer, content.question)) return { refusal: "FORBIDDEN", events: ["review.refused"] };
  return { refusal: undefined, events: ["review.decided"] };
}

const revocations = fc
  .record({ reviewer, content: anyContent, kind: fc.constantFrom("binding", "approval") })
  .map((parameters) =>
    command(
      "revoke",
      {
        run: (specification, deployment) => {
          const { content, kind } = parameters;
          const { taskId, inputId } = textOf(content);
          const isActive =
            kind === "binding"
              ? specification.bound.has(content.question)
              : specification.approved.has(nameOf(content));
          return performAs(specification, deployment, parameters.reviewer, "revoke", ({ call }) => ({
            act: () =>
              call.reviews.revoke({ kind, taskId, ...(kind === "approval" ? { inputId } : {}), reason: "Wrong." }),
            refusal: isActive ? undefined : "NOT_FOUND",
            events: isActive ? ["review.revoked"] : [],
          }));
        },
      },
      parameters,
    ),
  );

const likelyApproval = fc.oneof(
  { weight: 4, arbitrary: fc.constant("approve" as const) },
  fc.constantFrom(...VERDICTS),
);

export const REVIEWS = [
  {
    weight: 4,
    arbitrary: fc
      .record({ author: anyone, content: anyContent, revises: fc.option(fc.nat(50), { nil: undefined, freq: 3 }) })
      .map(submit),
  },
  { weight: 1, arbitrary: withdrawals },
  {
    weight: 8,
    arbitrary: fc
      .record({ reviewer, submission: fc.nat(50), binding: likelyApproval, quality: likelyApproval })
      .map(decide),
  },
  { weight: 1, arbitrary: revocations },
] as const;
