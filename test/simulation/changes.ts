import fc from "fast-check";
import { rolesFor } from "#lib/domain/members.ts";
import { VERDICTS, type Verdict } from "#lib/domain/reviews.ts";
import type { ConsoleSession } from "#test/console-session.ts";
import { type Content, INPUTS, nameOf, optionsOf, QUESTIONS, requestOf, resolvesAt, START, textOf } from "./catalog.ts";
import type { Deployment } from "./deployment.ts";
import { type Change, command, perform } from "./perform.ts";
import { type Member, openOf, type Specification, type Submission, wrote } from "./specification.ts";

/** Changes that members make in the console. */

const anyone = fc.nat(4);
/** Mostly members with the role, at first. */
const likely = (...indexes: number[]) => fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...indexes) }, anyone);
const admin = likely(0);
const reviewer = likely(3, 4);
const content = fc.record({ question: fc.nat(QUESTIONS - 1), input: fc.nat(INPUTS - 1) });
const verdict = fc.constantFrom(...VERDICTS);
const likelyApproval = fc.oneof({ weight: 4, arbitrary: fc.constant("approve" as const) }, verdict);

type Permission = Parameters<typeof rolesFor>[0];

interface Acting {
  readonly who: Member;
  readonly call: ConsoleSession["call"];
}

/** A change by a member, who must be enabled and may need a role. */
async function performAs<T>(
  specification: Specification,
  deployment: Deployment,
  index: number,
  permission: Permission | undefined,
  change: (acting: Acting) => Change<T>,
): Promise<void> {
  const who = specification.members[index % specification.members.length];
  if (who === undefined) throw new Error("the simulation has no members");
  // A disabled member keeps no session and gets no new one.
  if (who.disabled) return;
  const { call } = await deployment.session(who.id);
  const planned = change({ who, call });
  const blocked = permission !== undefined && !rolesFor(permission).includes(who.role) ? "FORBIDDEN" : undefined;
  await perform(
    specification,
    deployment,
    blocked === undefined ? planned : { ...planned, refusal: blocked, events: [] },
  );
}

function pick<T>(list: readonly T[], index: number): T | undefined {
  return list.length === 0 ? undefined : list[index % list.length];
}

interface Submitting {
  readonly author: number;
  readonly content: Content;
  /** The index of the submission to revise. */
  readonly revises: number | undefined;
}

const submit = (parameters: Submitting) =>
  command("submit", parameters, {
    run: (specification, deployment) => {
      const { author, content } = parameters;
      const revised =
        parameters.revises === undefined ? undefined : pick(specification.submissions, parameters.revises);
      return performAs(specification, deployment, author, undefined, ({ who, call }) => ({
        act: () => call.submissions.submit({ request: requestOf(content), supersedes: revised?.id }),
        ...expectSubmission(specification, who.id, content, revised),
      }));
    },
  });

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
  command("withdraw", parameters, {
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
  }),
);

const CHECKLIST = { exclusive: true, decidable: true, cutoff: true, sources: true };

interface Deciding {
  readonly reviewer: number;
  readonly submission: number;
  readonly binding: Verdict;
  readonly quality: Verdict;
}

const decide = (parameters: Deciding) =>
  command("decide", parameters, {
    check: ({ submissions }) => submissions.length > 0,
    run: (specification, deployment) => {
      const submission = pick(specification.submissions, parameters.submission);
      if (submission === undefined) throw new Error("there is no submission");
      const { binding, quality } = parameters;
      const { taskId, inputId } = textOf(submission.content);
      const seen = { taskId, inputId };
      const decision = { submissionId: submission.id, seen, binding, quality, checklist: CHECKLIST, note: "Why." };
      return performAs(specification, deployment, parameters.reviewer, "decide", ({ who, call }) => ({
        act: () => call.reviews.decide(decision),
        ...expectDecision(specification, who.id, submission),
      }));
    },
  });

function expectDecision(specification: Specification, reviewer: string, { status, content }: Submission) {
  if (status !== "submitted") return { refusal: "CONFLICT", events: [] };
  if (wrote(specification, reviewer, content.question)) return { refusal: "FORBIDDEN", events: ["review.refused"] };
  return { refusal: undefined, events: ["review.decided"] };
}

const revocations = fc.record({ reviewer, content, kind: fc.constantFrom("binding", "approval") }).map((parameters) =>
  command("revoke", parameters, {
    run: (specification, deployment) => {
      const { content, kind } = parameters;
      const { taskId, inputId } = textOf(content);
      const isActive =
        kind === "binding" ? specification.bound.has(content.question) : specification.approved.has(nameOf(content));
      return performAs(specification, deployment, parameters.reviewer, "revoke", ({ call }) => ({
        act: () => call.reviews.revoke({ kind, taskId, ...(kind === "approval" ? { inputId } : {}), reason: "Wrong." }),
        refusal: isActive ? undefined : "NOT_FOUND",
        events: isActive ? ["review.revoked"] : [],
      }));
    },
  }),
);

/** `option` beyond the options means void; `time` is the share of the possible time that has passed. */
const records = fc
  .record({
    member: anyone,
    question: fc.nat(QUESTIONS - 1),
    option: fc.nat(4),
    time: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map((parameters) =>
    command("record", parameters, {
      check: ({ submissions }) => submissions.some(({ content }) => content.question === parameters.question),
      run: (specification, deployment) => {
        const { question, option, time } = parameters;
        const { recorded, confirmed } = specification.outcomes.get(question) ?? {};
        const latest = Math.min(resolvesAt(question).getTime(), deployment.clock.wall);
        const happenedAt = new Date(START.getTime() + Math.floor(time * (latest - START.getTime())));
        const entry = {
          taskId: textOf({ question, input: 0 }).taskId,
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
    }),
  );

const confirmations = fc.record({ member: reviewer, question: fc.nat(QUESTIONS - 1) }).map((parameters) =>
  command("confirm", parameters, {
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
  }),
);

const issue = (parameters: { readonly admin: number }) =>
  command("issue", parameters, {
    check: ({ credentials }) => credentials.length < 3,
    run: (specification, deployment) =>
      performAs(specification, deployment, parameters.admin, "administer", ({ call }) => ({
        act: () => call.credentials.issue({ name: "A caller" }),
        refusal: undefined,
        events: ["credential.issued"],
        done: (issued: { readonly key: string } | undefined) =>
          addKey(specification, specification.credentials.at(-1)?.id, issued?.key),
      })),
  });

const OVERLAPS = [0, 3_600, 30 * 86_400];

const rotations = fc
  .record({ admin, credential: fc.nat(2), overlapSeconds: fc.constantFrom(...OVERLAPS) })
  .map((parameters) =>
    command("rotate", parameters, {
      check: ({ credentials }) => credentials.length > 0,
      run: (specification, deployment) => {
        const { overlapSeconds } = parameters;
        const credential = pick(specification.credentials, parameters.credential);
        const credentialId = credential?.id ?? "";
        const until = deployment.clock.wall + overlapSeconds * 1_000;
        const isRevoked = credential?.revoked === true;
        return performAs(specification, deployment, parameters.admin, "administer", ({ call }) => ({
          act: () => call.credentials.rotate({ credentialId, overlapSeconds }),
          refusal: isRevoked ? "NOT_FOUND" : undefined,
          events: isRevoked ? [] : ["credential.rotated"],
          done(issued: { readonly key: string } | undefined) {
            for (const key of credential?.keys ?? []) key.until = Math.min(key.until, until);
            addKey(specification, credentialId, issued?.key);
          },
        }));
      },
    }),
  );

const credentialRevocations = fc.record({ admin, credential: fc.nat(2) }).map((parameters) =>
  command("revoke the API key", parameters, {
    check: ({ credentials }) => credentials.length > 0,
    run: (specification, deployment) => {
      const credential = pick(specification.credentials, parameters.credential);
      const isRevoked = credential?.revoked === true;
      return performAs(specification, deployment, parameters.admin, "administer", ({ call }) => ({
        act: () => call.credentials.revoke({ credentialId: credential?.id ?? "" }),
        refusal: isRevoked ? "NOT_FOUND" : undefined,
        events: isRevoked ? [] : ["credential.revoked"],
      }));
    },
  }),
);

/** A key whose text was lost can never be used. */
function addKey({ credentials }: Specification, id: string | undefined, text: string | undefined): void {
  if (text !== undefined)
    credentials.find((one) => one.id === id)?.keys.push({ text, until: Number.POSITIVE_INFINITY });
}

const ROLES = ["researcher", "reviewer", "admin"] as const;

/** The first member stays the administrator. */
const roleChanges = fc
  .record({ admin, member: fc.integer({ min: 1, max: 4 }), role: fc.constantFrom(...ROLES) })
  .map((parameters) =>
    command("set role", parameters, {
      run: (specification, deployment) => {
        const changed = specification.members[parameters.member];
        const memberId = changed?.id ?? "";
        return performAs(specification, deployment, parameters.admin, "administer", ({ who, call }) => {
          const refusal = who.id === memberId ? "FORBIDDEN" : undefined;
          return {
            act: () => call.members.setRole({ memberId, role: parameters.role }),
            refusal,
            events: refusal !== undefined || changed?.role === parameters.role ? [] : ["member.role_changed"],
          };
        });
      },
    }),
  );

const disables = fc.record({ admin, member: fc.integer({ min: 1, max: 4 }), disable: fc.boolean() }).map((parameters) =>
  command("disable or enable", parameters, {
    run: (specification, deployment) => {
      const changed = specification.members[parameters.member];
      const memberId = changed?.id ?? "";
      const { disable } = parameters;
      return performAs(specification, deployment, parameters.admin, "administer", ({ call }) => ({
        act: () => (disable ? call.members.disable({ memberId }) : call.members.enable({ memberId })),
        refusal: undefined,
        events: changed?.disabled === disable ? [] : [disable ? "member.disabled" : "member.enabled"],
        // Ended sessions stay ended.
        done: () => deployment.forgetSession(memberId),
      }));
    },
  }),
);

export const CHANGES = [
  {
    weight: 4,
    arbitrary: fc
      .record({ author: anyone, content, revises: fc.option(fc.nat(50), { nil: undefined, freq: 3 }) })
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
  { weight: 3, arbitrary: records },
  { weight: 4, arbitrary: confirmations },
  { weight: 1, arbitrary: fc.record({ admin }).map(issue) },
  { weight: 1, arbitrary: rotations },
  { weight: 1, arbitrary: credentialRevocations },
  { weight: 1, arbitrary: roleChanges },
  { weight: 1, arbitrary: disables },
] as const;

/** Callers with API keys and approved content, without which nearly every prediction would be refused. */
export const FIRST_COMMANDS = [
  issue({ admin: 0 }),
  issue({ admin: 0 }),
  ...[0, 1, 2].flatMap((question) => [
    submit({ author: 1, content: { question, input: 0 }, revises: undefined }),
    decide({ reviewer: 3, submission: question, binding: "approve", quality: "approve" }),
  ]),
];
