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
import { criteriaOf, nameOption, optionLabels } from "#lib/domain/option-label.ts";
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

/** Everything that happened to a question, newest first: evidence, reviews, forecasts, notes and outcomes. */
export function Timeline({ question, points }: { readonly question: Question; readonly points: readonly Point[] }) {
  const steps = [
    ...submissionSteps(question),
    ...grantSteps(question, Date.now()),
    ...forecastSteps(question, points),
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

function submissionSteps({ submissions }: Question): Step[] {
  return submissions.map(({ submissionId, createdAt, author, status }) => ({
    key: submissionId,
    at: createdAt,
    content: (
      <>
        <Link href={routes.submission(submissionId)}>Submitted</Link> by {author}{" "}
        {status !== "approved" && <SubmissionState status={status} />}
      </>
    ),
  }));
}

const GRANTS = { binding: "Question", approval: "Evidence" } as const;

function* grantSteps({ grants }: Question, now: number): Generator<Step> {
  for (const { kind, submissionId, createdAt, expiresAt, revokedAt, revokedReason, isReplaced } of grants) {
    const key = `${kind} ${submissionId} ${createdAt}`;
    const href = routes.submission(submissionId);
    const content = (state: string) => (
      <>
        <Link href={href}>{GRANTS[kind]}</Link> {state}
      </>
    );
    yield { key, at: createdAt, content: content("approved") };
    if (expiresAt !== null && timeOf(expiresAt) <= Math.min(now, timeOf(revokedAt ?? expiresAt)))
      yield { key: `${key} expired`, at: expiresAt, content: content("approval expired") };
    const reason = revokedReason === null ? "" : `: ${visible(revokedReason)}`;
    if (revokedAt !== null && !isReplaced)
      yield { key: `${key} revoked`, at: revokedAt, content: content(`approval revoked${reason}`) };
  }
}

function forecastSteps({ options }: Question, points: readonly Point[]): Step[] {
  const labels = optionLabels(criteriaOf(options));
  return points.map(({ requestId, generatedAt, probabilities, forecasts }) => {
    const [option = ""] = probabilityOrder(probabilities);
    return {
      key: requestId,
      at: generatedAt,
      content: (
        <>
          <Link href={routes.forecast(requestId)}>Forecast</Link>: {nameOption(option, labels)}{" "}
          <strong>{formatPercent(probabilities[option] ?? 0)}</strong>
          {forecasts > 1 && `, made ${forecasts} times`}
        </>
      ),
    };
  });
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
