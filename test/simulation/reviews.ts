import fc from "fast-check";
import { isPermitted } from "#lib/domain/members.ts";
import { VERDICTS } from "#lib/domain/reviews.ts";
import { approval } from "#test/review.ts";
import { anyContent, type Content, nameOf, requestOf, textOf } from "./catalog.ts";
import { command } from "./command.ts";
import { type Change, performEach } from "./perform.ts";
import { actAs, anyone, performAs, pick, reviewer } from "./perform-as.ts";
import { isErased, openOf, type Specification, type Submission, wrote } from "./specification.ts";

const DAY_MS = 86_400_000;

/** The index of a submission. */
const submission = fc.nat(50);

const submit = command({
  name: "submit",
  weight: 4,
  parameters: fc.record({
    author: anyone,
    content: anyContent,
    revises: fc.option(submission, { nil: undefined, freq: 3 }),
    restores: fc.boolean(),
  }),
  run(specification, deployment, { author, content, revises, restores }) {
    const revised = revises === undefined ? undefined : pick(specification.submissions, revises);
    return performAs(specification, deployment, author, "submit", ({ who, call }) => ({
      act: () =>
        call.submissions.submit({ request: requestOf(content), supersedes: revised?.id, restore_erased: restores }),
      ...expectSubmission(specification, who.id, content, { revised, restores }),
    }));
  },
});

/** Each line of a file is a submission of its own. */
const importFile = command({
  name: "import",
  weight: 1,
  parameters: fc.record({
    author: anyone,
    contents: fc.uniqueArray(anyContent, { minLength: 1, maxLength: 3, selector: nameOf }),
  }),
  check({ members }, { author }) {
    const member = members[author];
    return member?.disabled === false && isPermitted(member, "submit");
  },
  async run(specification, deployment, { author, contents }) {
    const acting = await actAs(specification, deployment, author);
    if (acting === undefined) return;
    const { who, call } = acting;
    const jsonl = contents.map((content) => JSON.stringify(requestOf(content))).join("\n");
    await performEach(
      specification,
      deployment,
      async () => (await call.submissions.import({ jsonl })).map((line) => (line.ok ? undefined : line.code)),
      contents.map((content) => expectSubmission(specification, who.id, content)),
    );
  },
});

function expectSubmission(
  specification: Specification,
  author: string,
  content: Content,
  { revised, restores = false }: { readonly revised?: Submission | undefined; readonly restores?: boolean } = {},
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
  if (!restores && isErased(specification, content)) return { refusal: "CONFLICT", events: [] };
  const withdrawn = affected.filter(({ status }) => status === "submitted").map(() => "submission.withdrawn");
  return { refusal: undefined, events: [...withdrawn, "submission.created"] };
}

const withdraw = command({
  name: "withdraw",
  weight: 1,
  parameters: fc.record({ author: anyone, submission }),
  check: ({ submissions }) => submissions.length > 0,
  run(specification, deployment, parameters) {
    const submission = pick(specification.submissions, parameters.submission);
    return performAs(specification, deployment, parameters.author, "submit", ({ who, call }) => {
      const isOwn = submission?.author === who.id;
      const isOpen = submission?.status === "submitted";
      return {
        act: () => call.submissions.withdraw({ submissionId: submission?.id ?? "" }),
        refusal: !isOwn ? "FORBIDDEN" : isOpen ? undefined : "CONFLICT",
        events: isOwn && isOpen ? ["submission.withdrawn"] : [],
      };
    });
  },
});

const verdict = fc.oneof({ weight: 4, arbitrary: fc.constant("approve" as const) }, fc.constantFrom(...VERDICTS));

/** Days for which a decision approves. At least two weeks, so that the gateway renews a week before the expiry. */
const days = fc.option(fc.constantFrom(15, 45), { nil: undefined, freq: 1 });

const decide = command({
  name: "decide",
  weight: 8,
  parameters: fc.record({ reviewer, submission, binding: verdict, quality: verdict, days }),
  check: ({ submissions }) => submissions.length > 0,
  run(specification, deployment, { binding, quality, days, ...parameters }) {
    const submission = pick(specification.submissions, parameters.submission);
    if (submission === undefined) throw new Error("there is no submission");
    const seen = { ...textOf(submission.content), submissionId: submission.id };
    const expiresAt = days === undefined ? undefined : new Date(deployment.clock.wall + days * DAY_MS).toISOString();
    return performAs(specification, deployment, parameters.reviewer, "decide", ({ who, call }) => ({
      act: () => call.reviews.decide({ ...approval(seen), binding, quality, note: "Why.", expiresAt }),
      ...expectDecision(specification, who.id, submission),
    }));
  },
});

function expectDecision(specification: Specification, reviewer: string, { status, content }: Submission) {
  if (status !== "submitted") return { refusal: "CONFLICT", events: [] };
  if (wrote(specification, reviewer, content.question)) return { refusal: "FORBIDDEN", events: ["review.refused"] };
  return { refusal: undefined, events: ["review.decided"] };
}

const revoke = command({
  name: "revoke",
  weight: 1,
  parameters: fc.record({ reviewer, content: anyContent, kind: fc.constantFrom("binding", "approval") }),
  run(specification, deployment, { content, kind, ...parameters }) {
    const { bound, approved } = specification;
    const { taskId, inputId } = textOf(content);
    const isActive = kind === "binding" ? bound.has(content.question) : approved.has(nameOf(content));
    const revoked = { kind, taskId, ...(kind === "approval" ? { inputId } : {}), reason: "Wrong." };
    return performAs(specification, deployment, parameters.reviewer, "revoke", ({ call }) => ({
      act: () => call.reviews.revoke(revoked),
      refusal: isActive ? undefined : "NOT_FOUND",
      events: isActive ? ["review.revoked"] : [],
    }));
  },
});

export const REVIEWS = [submit, importFile, withdraw, decide, revoke];
