import { Text } from "@mantine/core";
import { DataTable } from "#components/ui/data-table.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { countOf, formatCount, formatScore } from "#lib/format.ts";
import { Figure } from "./figure.tsx";

type TrackRecord = Outputs["outcomes"]["scores"];
type Part = NonNullable<TrackRecord["part"]>;

interface SummaryPanelProps {
  readonly record: TrackRecord;
  readonly part: Part;
  readonly file: string;
}

export function SummaryPanel({ record: { binary, rps, skill }, part, file }: SummaryPanelProps) {
  const scores = [
    {
      name: "Brier score, summed over the options (0 to 2)",
      questions: part.questions,
      figure: part.brier,
      overForecasts: part.overForecasts.brier,
    },
    ...one("Brier score, binary form (0 to 1): questions with two options", binary),
    {
      name: "Log score in nats (0 to 7.60; probabilities below 0.0005 count as 0.0005)",
      questions: part.questions,
      figure: part.log,
      overForecasts: part.overForecasts.log,
    },
    ...one("Ranked probability score (0 to 1): questions with ordered options", rps),
  ];
  const references = [
    { name: "Uniform forecast: equal probabilities", ...skill.uniform },
    { name: "Base rate (latest counts of past cases)", ...skill.baseRate },
    { name: "Last crowd: the latest forecast in the observations", ...skill.lastCrowd },
  ];
  return (
    <Panel title="Scores" aside={<a href={file}>Download scored forecasts as CSV</a>}>
      <p>
        {countOf(part.forecasts, "forecast")} of {countOf(part.questions, "question")}: mean Brier score{" "}
        {formatScore(part.brier.value)}, mean log score {formatScore(part.log.value)}.
      </p>
      <DataTable
        label="Mean scores"
        rows={scores}
        keyOf={({ name }) => name}
        columns={[
          { name: "Score", isName: true, show: ({ name }) => name },
          { name: "Mean over questions", isNumber: true, show: ({ figure }) => <Figure figure={figure} /> },
          {
            name: "Mean over forecasts",
            isNumber: true,
            show: ({ overForecasts }) => (overForecasts === undefined ? "–" : formatScore(overForecasts)),
          },
          { name: "Questions", isNumber: true, show: ({ questions }) => formatCount(questions) },
        ]}
      />
      <Text size="sm" c="dimmed" pb="sm">
        Scores, skill and reliability are means over questions: the forecasts of a question are averaged first, so that
        every question has the same weight.
      </Text>
      <DataTable
        label="Skill"
        rows={references}
        keyOf={({ name }) => name}
        columns={[
          { name: "Reference", isName: true, show: ({ name }) => name },
          {
            name: "Brier skill",
            isNumber: true,
            show: ({ brier }) => (brier === null ? "–" : <Figure figure={brier} />),
          },
          {
            name: "Log score skill",
            isNumber: true,
            show: ({ log }) => (log === null ? "–" : <Figure figure={log} />),
          },
          { name: "Questions", isNumber: true, show: ({ questions }) => formatCount(questions) },
        ]}
      />
    </Panel>
  );
}

function one(name: string, mean: TrackRecord["binary"]) {
  return mean === null
    ? []
    : [{ name, questions: mean.questions, figure: { value: mean.value, interval: null }, overForecasts: undefined }];
}
