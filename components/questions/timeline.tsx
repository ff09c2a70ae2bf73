import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { SubmissionState } from "#components/submissions/submission-state.tsx";
import { DividedList } from "#components/ui/divided-list.tsx";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import { Link } from "#components/ui/link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { timeOf } from "#lib/contract/date-time.ts";
import { criteriaOf, nameOption, type OptionLabels, optionLabels } from "#lib/domain/option-label.ts";
import { nameOutcome } from "#lib/domain/outcomes.ts";
import { countOf, visible } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { probabilityOrder } from "#lib/stats/order-options.ts";

type Question = Outputs["questions"]["get"];
type Point = Outputs["forecasts"]["overTime"]["points"][number];

interface Step {
  readonly key: string;
  readonly at: string;
  readonly content: ReactNode;
}

const SHOWN = 30;

/** Everything that happened to a question, newest first: rounds of evidence, notes and outcomes. */
export function Timeline({ question, points }: { readonly question: Question; readonly points: readonly Point[] }) {
  const steps = [
    ...roundSteps(question, points),
    ...grantSteps(question, Date.now()),
    ...noteSteps(question),
    ...outcomeSteps(question),
  ].sort((a, b) => timeOf(b.at) - timeOf(a.at));
  const rest = steps.length - SHOWN;
  return (
    <Panel title="Timeline" aside={<Link href={routes.forecasts({ task: question.taskId })}>All forecasts</Link>}>
      <Steps label="Timeline" steps={steps.slice(0, SHOWN)} />
      {rest > 0 && (
        <details>
          <summary>{countOf(rest, "earlier entry", "earlier entries")}</summary>
          <Steps label="Earlier entries" steps={steps.slice(SHOWN)} />
        </details>
      )}
    </Panel>
  );
}

function Steps({ label, steps }: { readonly label: string; readonly steps: readonly Step[] }) {
  return (
    <DividedList label={label}>
      {steps.map(({ key, at, content }) => (
        <li key={key}>
          {content}{" "}
          <Text span c="dimmed" size="xs">
            <TimeText at={at} />
          </Text>
        </li>
      ))}
    </DividedList>
  );
}

/**
 * One step a round: the evidence, its review and the first forecast with it. Later forecasts with the same evidence have
 * their own steps.
 */
function roundSteps({ submissions, grants, options }: Question, points: readonly Point[]): Step[] {
  const labels = optionLabels(criteriaOf(options));
  const oldestFirst = points.toSorted((one, other) => timeOf(one.generatedAt) - timeOf(other.generatedAt));
  const joined = new Set<Point>();
  const rounds = submissions.map(({ submissionId, inputId, createdAt, author, status, reviewers }): Step => {
    const approvedAt = grants.find((one) => one.kind === "approval" && one.submissionId === submissionId)?.createdAt;
    const isOwn = (one: Point) =>
      !joined.has(one) && one.inputId === inputId && timeOf(one.generatedAt) >= timeOf(createdAt);
    const forecast = approvedAt === undefined ? undefined : oldestFirst.find(isOwn);
    if (forecast !== undefined) joined.add(forecast);
    return {
      key: submissionId,
      at: forecast?.generatedAt ?? approvedAt ?? createdAt,
      content: (
        <>
          <Link href={routes.submission(submissionId)}>Evidence</Link> by {author},{" "}
          {status === "approved" ? `approved${byNames(reviewers)}` : <SubmissionState status={status} />}
          {forecast !== undefined && <>. {showForecast(forecast, labels)}</>}
        </>
      ),
    };
  });
  const others = oldestFirst
    .filter((point) => !joined.has(point))
    .map((point) => ({ key: point.requestId, at: point.generatedAt, content: showForecast(point, labels) }));
  return [...rounds, ...others];
}

function byNames(names: readonly string[]): string {
  return names.length === 0 ? "" : ` by ${names.join(", ")}`;
}

function showForecast({ requestId, probabilities, forecasts }: Point, labels: OptionLabels): ReactNode {
  const [option = ""] = probabilityOrder(probabilities);
  return (
    <>
      <Link href={routes.forecast(requestId)}>Forecast</Link>: {nameOption(option, labels)}{" "}
      <strong>{formatPercent(probabilities[option] ?? 0)}</strong>
      {forecasts > 1 && `, made ${forecasts} times`}
    </>
  );
}

const GRANTS = { binding: "Question", approval: "Evidence" } as const;

/** The ends of approvals. Their beginnings are part of the rounds. */
function* grantSteps({ grants }: Question, now: number): Generator<Step> {
  for (const { kind, submissionId, createdAt, expiresAt, revokedAt, revokedReason, isReplaced } of grants) {
    const key = `${kind} ${submissionId} ${createdAt}`;
    const content = (state: string) => (
      <>
        <Link href={routes.submission(submissionId)}>{GRANTS[kind]}</Link> {state}
      </>
    );
    if (expiresAt !== null && timeOf(expiresAt) <= Math.min(now, timeOf(revokedAt ?? expiresAt)))
      yield { key: `${key} expired`, at: expiresAt, content: content("approval expired") };
    const reason = revokedReason === null ? "" : `: ${visible(revokedReason)}`;
    if (revokedAt !== null && !isReplaced)
      yield { key: `${key} revoked`, at: revokedAt, content: content(`approval revoked${reason}`) };
  }
}

function noteSteps({ notes }: Question): Step[] {
  return notes.map(({ noteId, author, text, createdAt }) => ({
    key: noteId,
    at: createdAt,
    content: (
      <>
        Note by {author}:{" "}
        <span style={{ whiteSpace: "pre-line" }} dir="auto">
          <ForeignText text={text} />
        </span>
      </>
    ),
  }));
}

function* outcomeSteps({ entries, options }: Question): Generator<Step> {
  const labels = optionLabels(criteriaOf(options));
  for (const { outcomeId, option, recorder, recordedAt, confirmer, confirmedAt } of entries) {
    const content = (state: string) => (
      <>
        Outcome <strong>{nameOutcome(option, labels)}</strong> {state}
      </>
    );
    // The newest step is first, also of two steps in the same millisecond.
    if (confirmedAt !== null)
      yield { key: `${outcomeId} confirmed`, at: confirmedAt, content: content(`confirmed by ${confirmer}`) };
    yield { key: outcomeId, at: recordedAt, content: content(`recorded by ${recorder}`) };
  }
}
