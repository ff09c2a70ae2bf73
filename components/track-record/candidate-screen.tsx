import { Text } from "@mantine/core";
import { IconScale } from "@tabler/icons-react";
import { AsOf } from "#components/scores/as-of.tsx";
import { ComparedScores } from "#components/scores/compared-scores.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { countOf } from "#lib/format.ts";
import { RELEASE } from "#lib/scores/reference-names.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { RecordPages } from "./record-pages.tsx";

interface CandidateScreenProps {
  readonly record: Outputs["outcomes"]["candidate"];
  readonly file: string;
}

export function CandidateScreen({ record, file }: CandidateScreenProps) {
  const { candidate, comparisons } = record;
  return (
    <Page
      title="Candidate model"
      about="Scores of the candidate and of the release on the same forecasts. The candidate never answers callers. Lower is better."
    >
      <RecordPages current="Candidate model" hasCandidate={candidate !== null} />
      <Text pb="md">
        {candidate === null
          ? "No candidate is configured."
          : `The candidate is asked in the background about ${formatPercent(candidate.share)} of the questions (CANDIDATE_SHARE), with the adapter ${candidate.adapter}.`}
      </Text>
      {comparisons.length === 0 && (
        <Empty
          title="Nothing to compare yet"
          icon={IconScale}
          next={<NextStep href={routes.outcomes()} label="Record an outcome" isMain needs="submit" />}
        >
          The candidate’s answers are scored when the outcome of their question is confirmed, and count from the
          resolution date.
        </Empty>
      )}
      {comparisons.map((section) => {
        const [own = "", release = ""] = section.value.split(" ");
        const title = `Candidate ${shorten(own)} and release ${shorten(release)}`;
        return (
          <Panel key={section.value} title={title} aside={<a href={file}>Download CSV</a>}>
            <p>
              {countOf(section.forecasts, "forecast")} of {countOf(section.questions, "question")}.
            </p>
            <ComparedScores
              section={section}
              reference={RELEASE}
              names={["Release", "Candidate"]}
              label={`Scores of ${title}`}
            />
            <Text size="sm" c="dimmed" pt="xs">
              Candidate <code>{own}</code>, release <code>{release}</code>
            </Text>
          </Panel>
        );
      })}
      <AsOf {...record} />
      <Text size="sm" c="dimmed">
        Means are over questions: the forecasts of a question are averaged first. Intervals are 95 % confidence
        intervals from a paired bootstrap over questions.
      </Text>
    </Page>
  );
}

const SHOWN_DIGITS = 7;

/** Returns a version with an abbreviated digest. */
function shorten(version: string): string {
  const [name = "", digest = ""] = version.split("@");
  return `${name}@${digest.slice(0, SHOWN_DIGITS)}`;
}
