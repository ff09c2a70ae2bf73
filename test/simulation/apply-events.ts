import { expect } from "vitest";
import type { Role } from "#lib/domain/members.ts";
import { byOption } from "#lib/stats/by-option.ts";
import type { Event } from "#server/audit/log/event.ts";
import type { RecordedAnswer } from "#server/audit/log/prediction-events.ts";
import { optionAt } from "#server/audit/log/recorded-answer.ts";
import { type Content, contentOf, nameOf, optionsOf, questionOf, textOf } from "./catalog.ts";
import type { LoggedEvent } from "./followed-log.ts";
import { grant, isApproved, isBound, type Specification, statusAfter } from "./specification.ts";

/** Applies events to the state: each is a change that the gateway has acknowledged, or has made without being heard. */
export function applyEvents(specification: Specification, added: readonly LoggedEvent[]): void {
  for (const one of added) applyEvent(specification, one);
}

/** Returns the option ids of a question in canonical order. */
const canonicalOf = (taskId: string) => [...optionsOf(questionOf(taskId))].sort();

const probabilitiesOf = ({ task_id, probabilities }: RecordedAnswer & { readonly task_id: string }) =>
  byOption(canonicalOf(task_id), probabilities);

function applyEvent(specification: Specification, { seq, event }: LoggedEvent): void {
  applyEvaluationEvent(specification, event);
  applyCandidateEvent(specification, { seq, event });
  const {
    members,
    credentials,
    submissions,
    bound,
    approved,
    forecasts,
    unfinished,
    abandoned,
    outcomes,
    frozen,
    archives,
  } = specification;
  switch (event.kind) {
    case "prediction.opened":
      if (!abandoned.has(event.request_id)) unfinished.add(event.request_id);
      break;
    case "prediction.answered":
      unfinished.delete(event.request_id);
      forecasts.set(event.request_id, {
        requestId: event.request_id,
        content: contentOf(event),
        seq,
        generatedAt: new Date(event.generated_at),
        probabilities: probabilitiesOf(event),
        credential: event.actor.id,
        body: undefined,
        archived: false,
      });
      break;
    case "prediction.abandoned":
      abandoned.add(event.request_id);
      unfinished.delete(event.request_id);
      break;
    case "prediction.failed":
      unfinished.delete(event.request_id);
      break;
    case "prediction.refused":
      // The gateway may not have heard that the opening was recorded.
      if ("request_id" in event) unfinished.delete(event.request_id);
      break;
    case "submission.created":
      submissions.push({
        id: event.submission_id,
        content: contentOf(event),
        author: event.author_id ?? event.actor.id,
        origin: event.origin,
        supersedes: event.supersedes,
        status: "submitted",
      });
      specification.erasedQuestions.delete(contentOf(event).question);
      specification.erasedContents.delete(nameOf(contentOf(event)));
      break;
    case "erasure.requested":
      specification.erasures.set(event.erasure_id, event.actor.id);
      break;
    case "erasure.carried_out":
      applyErasure(specification, event);
      break;
    case "submission.withdrawn":
      find(submissions, event.submission_id).status = "withdrawn";
      break;
    case "review.decided": {
      const content = contentOf(event);
      const { decision } = event;
      if (decision === null) throw new Error("the decision was erased");
      find(submissions, event.submission_id).status = statusAfter([decision.binding, decision.quality]);
      const end = decision.expires_at === undefined ? Number.POSITIVE_INFINITY : Date.parse(decision.expires_at);
      const granted = { submission: event.submission_id, end };
      if (decision.binding === "approve") grant(bound, content.question, granted);
      if (decision.quality === "approve") grant(approved, nameOf(content), granted);
      break;
    }
    case "review.revoked":
      if (event.revoked === "binding") bound.delete(questionOf(event.task_id));
      else approved.delete(nameOf(contentOf({ task_id: event.task_id, input_id: event.input_id ?? "" })));
      break;
    case "outcome.recorded": {
      const question = questionOf(event.task_id);
      const { outcome_id: id, option, happened_at } = event;
      const recorded = {
        id,
        option: option === null ? null : optionAt(canonicalOf(event.task_id), option),
        happenedAt: new Date(happened_at),
        by: event.actor.id,
      };
      outcomes.set(question, { ...outcomes.get(question), recorded });
      break;
    }
    case "outcome.confirmed": {
      const question = questionOf(event.task_id);
      const recorded = outcomes.get(question)?.recorded;
      if (recorded === undefined) throw new Error("an outcome was confirmed that nobody has recorded");
      outcomes.set(question, { confirmed: { ...recorded, through: event.through ?? 0 } });
      break;
    }
    case "credential.issued":
      credentials.push({ id: event.credential_id, owners: new Set([event.actor.id]), keys: [], revoked: false });
      break;
    case "credential.rotated":
      find(credentials, event.credential_id).owners.add(event.actor.id);
      break;
    case "credential.revoked":
      find(credentials, event.credential_id).revoked = true;
      break;
    case "member.role_changed":
      find(members, event.member_id).role = event.role as Role;
      break;
    case "member.disabled":
      find(members, event.member_id).disabled = true;
      break;
    case "member.enabled":
      find(members, event.member_id).disabled = false;
      break;
    case "history.archived":
      archives.push(event.file);
      for (const forecast of forecasts.values()) {
        const { question } = forecast.content;
        if (forecast.archived || forecast.seq > event.last_seq || outcomes.get(question)?.confirmed === undefined)
          continue;
        forecast.archived = true;
        frozen.add(question);
      }
      break;
    default:
  }
}

/**
 * Applies an erasure: of an observation, or of a submission, whose task and input go unless another kept submission has
 * them. Approvals and bindings of what goes end, and open submissions are withdrawn.
 */
function applyErasure(specification: Specification, event: Extract<Event, { kind: "erasure.carried_out" }>): void {
  const { submissions, bound, approved, erasures, erasedSubmissions, erasedQuestions, erasedContents } = specification;
  const { thing, subject_id: id } = event;
  const inputOf = (content: Content) => textOf(content).inputId;
  const concerned = submissions.filter((one) =>
    thing === "submission" ? one.id === id : `${inputOf(one.content)}/1` === id,
  );
  const others = submissions.filter((one) => one.id !== id && !erasedSubmissions.has(one.id));
  const gone = concerned.slice(0, 1).map(({ content }) => ({
    content,
    task: thing === "submission" && !others.some((one) => one.content.question === content.question),
    input: thing === "observation" || !others.some((one) => nameOf(one.content) === nameOf(content)),
  }));
  expect([event.tasks, event.inputs]).toEqual([
    gone.flatMap(({ task, content }) => (task ? textOf(content).taskId : [])),
    gone.flatMap(({ input, content }) => (input ? inputOf(content) : [])),
  ]);
  const open = concerned.filter(({ status }) => status === "submitted");
  expect([...event.withdrawn].sort()).toEqual(open.map((one) => one.id).sort());
  for (const one of open) one.status = "withdrawn";
  for (const { content, task, input } of gone) {
    if (task) {
      bound.delete(content.question);
      for (const name of [...approved.keys()].filter((one) => one.startsWith(`${content.question}/`)))
        approved.delete(name);
      erasedQuestions.add(content.question);
    }
    if (input) {
      approved.delete(nameOf(content));
      erasedContents.add(nameOf(content));
    }
  }
  if (thing === "submission") erasedSubmissions.add(id);
  erasures.delete(event.erasure_id);
}

/**
 * Applies an event of the candidate: it accompanies a recorded forecast and is opened for approved input only, and each
 * opening has exactly one outcome.
 */
function applyCandidateEvent(specification: Specification, { seq, event }: LoggedEvent): void {
  const { candidates, unfinished } = specification;
  switch (event.kind) {
    case "candidate.opened": {
      const content = contentOf(event);
      const at = Date.parse(event.at);
      expect([isBound(specification, content, at), isApproved(specification, content, at)]).toEqual([true, true]);
      expect(unfinished).not.toContain(event.request_id);
      unfinished.add(event.request_id);
      break;
    }
    case "candidate.answered": {
      const { request_id: requestId, prediction_id: predictionId } = event;
      const content = contentOf(event);
      expect(unfinished.delete(requestId), "an opened answer").toBe(true);
      candidates.set(requestId, {
        requestId,
        predictionId,
        content,
        seq,
        generatedAt: new Date(event.generated_at),
        probabilities: probabilitiesOf(event),
      });
      break;
    }
    case "candidate.failed":
    case "candidate.abandoned":
      expect(unfinished.delete(event.request_id), "an opened answer").toBe(true);
      break;
    default:
  }
}

function applyEvaluationEvent({ evaluations, unfinished, abandoned }: Specification, event: Event): void {
  switch (event.kind) {
    case "evaluation.uploaded": {
      const { evaluation_id: id, cases, actor } = event;
      evaluations.push({ id, by: actor.id, cases, closed: new Set(), status: "in_review" });
      break;
    }
    case "evaluation.decided":
    case "evaluation.ended": {
      const evaluation = find(evaluations, event.evaluation_id);
      const status = event.kind === "evaluation.ended" ? event.status : event.decision?.status;
      if (status === undefined) throw new Error("the decision was erased");
      evaluation.status = status;
      if (status === "finished") expect(evaluation.closed.size).toBe(evaluation.cases);
      break;
    }
    case "evaluation.started":
    case "evaluation.resumed":
      find(evaluations, event.evaluation_id).status = "running";
      break;
    case "evaluation.paused":
      find(evaluations, event.evaluation_id).status = "paused";
      break;
    case "evaluation.opened":
      if (!abandoned.has(event.request_id)) unfinished.add(event.request_id);
      break;
    case "evaluation.answered": {
      const { closed } = find(evaluations, event.evaluation_id);
      expect(closed).not.toContain(event.case_index);
      closed.add(event.case_index);
      unfinished.delete(event.request_id);
      break;
    }
    // In a simulation, a case fails only temporarily.
    case "evaluation.abandoned":
      abandoned.add(event.request_id);
      unfinished.delete(event.request_id);
      break;
    case "evaluation.failed":
    case "evaluation.refused":
      unfinished.delete(event.request_id);
      break;
    default:
  }
}

function find<T extends { readonly id: string }>(list: readonly T[], id: string): T {
  const found = list.find((one) => one.id === id);
  if (found === undefined) throw new Error(`the specification has no ${id}`);
  return found;
}
