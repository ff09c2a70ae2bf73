import { Stack, Text } from "@mantine/core";
import { IconScale } from "@tabler/icons-react";
import { DataTable } from "#components/ui/data-table.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { countOf, formatScore } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { MIN_QUESTIONS } from "#lib/stats/significance.ts";
import { Figure } from "./figure.tsx";
import { RecordPages } from "./record-pages.tsx";

type CandidateRecord = Outputs["outcomes"]["candidate"];
type Comparison = CandidateRecord["comparisons"][number];

interface CandidateScreenProps {
  readonly record: CandidateRecord;
  readonly file: string;
}

export function CandidateScreen({ record: { candidate, comparisons }, file }: CandidateScreenProps) {
  return (
    <Page
      title="Candidate model"
      about="Scores of the candidate and of the release on the same forecasts. The candidate never answers callers. Lower is better."
    >
      <RecordPages current="Candidate model" />
      <Text pb="md">
        {candidate === null
          ? "No candidate is configured."
          : `The candidate is asked in the background about ${formatPercent(candidate.share)} of the questions (CANDIDATE_SHARE), with the adapter ${candidate.adapter}.`}
      </Text>
      {comparisons.length === 0 ? (
        <NothingToCompare isConfigured={candidate !== null} />
      ) : (
        <Stack gap={16}>
          {comparisons.map((comparison) => (
            <ComparisonPanel key={titleOf(comparison)} comparison={comparison} file={file} />
          ))}
        </Stack>
      )}
      <Text pt="md" size="sm" c="dimmed">
        Means are over questions: the forecasts of a question are averaged first. Intervals are 95 % confidence
        intervals from a paired bootstrap over up to 100 random groups of questions. A difference is significant if its
        interval does not contain 0 and there are at least {MIN_QUESTIONS} questions.
      </Text>
    </Page>
  );
}

function NothingToCompare({ isConfigured }: { readonly isConfigured: boolean }) {
  if (!isConfigured) {
    return (
      <Empty title="Nothing to compare yet" icon={IconScale}>
        Set CANDIDATE_MODEL_ADAPTER and restart the gateway to compare a second model with the release. The variables
        are described in docs/operations.md.
      </Empty>
    );
  }
  return (
    <Empty
      title="Nothing to compare yet"
      icon={IconScale}
      next={<NextStep href={routes.outcomes()} label="Record an outcome" isMain />}
    >
      The candidate’s answers are scored when the outcome of their question is confirmed, and count from the resolution
      date.
    </Empty>
  );
}

function ComparisonPanel({ comparison, file }: { readonly comparison: Comparison; readonly file: string }) {
  const { candidateVersion, releaseVersion, forecasts, questions, log, brier } = comparison;
  const rows = [
    { name: "Log score", figure: log },
    { name: "Brier score", figure: brier },
  ];
  return (
    <Panel title={titleOf(comparison)} aside={<a href={file}>Download CSV</a>}>
      <p>
        {countOf(forecasts, "forecast")} of {countOf(questions, "question")}. {judge(comparison)}
      </p>
      <DataTable
        label={`Scores of ${titleOf(comparison)}`}
        rows={rows}
        keyOf={({ name }) => name}
        fold="named"
        columns={[
          { name: "Score", isName: true, show: ({ name }) => name },
          { name: "Release", isNumber: true, show: ({ figure }) => formatScore(figure.release) },
          { name: "Candidate", isNumber: true, show: ({ figure }) => formatScore(figure.candidate) },
          {
            name: "Candidate minus release",
            isNumber: true,
            show: ({ figure }) => <Figure figure={{ value: figure.difference, interval: figure.interval }} />,
          },
        ]}
      />
      <Text size="sm" c="dimmed" pt="xs">
        Candidate <code>{candidateVersion}</code>, release <code>{releaseVersion}</code>
      </Text>
    </Panel>
  );
}

function titleOf({ candidateVersion, releaseVersion }: Comparison): string {
  return `Candidate ${shorten(candidateVersion)} and release ${shorten(releaseVersion)}`;
}

const SHOWN_DIGITS = 7;

/** Returns a version with an abbreviated digest. */
function shorten(version: string): string {
  const [name = "", digest = ""] = version.split("@");
  return `${name}@${digest.slice(0, SHOWN_DIGITS)}`;
}

function judge({ questions, log }: Comparison): string {
  if (questions < MIN_QUESTIONS) {
    return `Too few questions to judge the difference: at least ${MIN_QUESTIONS} are needed.`;
  }
  if (!log.isSignificant) return "No significant difference in log score: the interval contains 0.";
  return log.difference < 0
    ? "The candidate has a significantly better log score: the interval lies below 0."
    : "The release has a significantly better log score: the interval lies above 0.";
}
