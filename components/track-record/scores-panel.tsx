import { Text } from "@mantine/core";
import { ChartSection } from "#components/ui/charts/chart-section.tsx";
import { DotPlot } from "#components/ui/charts/dot-plot.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { countOf, formatCount, formatDifference, formatScore } from "#lib/format.ts";
import { Figure } from "./figure.tsx";

type TrackRecord = Outputs["outcomes"]["scores"];

interface ScoresPanelProps {
  readonly record: TrackRecord;
  readonly part: NonNullable<TrackRecord["part"]>;
  readonly file: string;
}

export function ScoresPanel({ record: { binary, rps, skill }, part, file }: ScoresPanelProps) {
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
  return (
    <Panel title="Scores" aside={<a href={file}>Download scored forecasts as CSV</a>}>
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
      <Text size="sm" c="dimmed" pt="xs" pb="lg">
        Scores, skill and reliability are means over questions: the forecasts of a question are averaged first, so that
        every question has the same weight.
      </Text>
      <SkillPlot skill={skill} />
    </Panel>
  );
}

function SkillPlot({ skill }: Pick<TrackRecord, "skill">) {
  const references = [
    { name: "Uniform forecast: equal probabilities", short: "Uniform forecast", ...skill.uniform },
    { name: "Base rate (latest counts of past cases)", short: "Base rate", ...skill.baseRate },
    { name: "Last crowd: the latest forecast in the observations", short: "Last crowd", ...skill.lastCrowd },
  ];
  const compared = references.flatMap(({ brier, ...reference }) =>
    brier === null ? [] : [{ ...reference, ...brier }],
  );
  return (
    <ChartSection
      title="Skill"
      sentence={`Brier skill: ${compared.map(({ short, value }) => `${formatDifference(value)} against the ${short.toLowerCase()}`).join(", ")}.`}
      label="Brier skill by reference"
      caption="Brier skill: 1 − our score ÷ the reference’s score, on the same questions. Right of 0, our forecasts are better. Bars show 95 % confidence intervals."
      table={
        <DataTable
          label="Skill"
          rows={references}
          keyOf={({ name }) => name}
          columns={[
            { name: "Reference", isName: true, show: ({ name }) => name },
            { name: "Brier skill", isNumber: true, show: ({ brier }) => <FigureOrDash figure={brier} /> },
            { name: "Log score skill", isNumber: true, show: ({ log }) => <FigureOrDash figure={log} /> },
            { name: "Questions", isNumber: true, show: ({ questions }) => formatCount(questions) },
          ]}
        />
      }
    >
      <DotPlot
        dots={compared.map(({ short, value, interval, questions }) => ({
          id: short,
          name: short,
          value,
          interval,
          note: countOf(questions, "question"),
        }))}
        line={0}
        format={formatDifference}
      />
    </ChartSection>
  );
}

function FigureOrDash({ figure }: { readonly figure: TrackRecord["skill"]["uniform"]["brier"] }) {
  return figure === null ? "–" : <Figure figure={figure} />;
}

function one(name: string, mean: TrackRecord["binary"]) {
  return mean === null
    ? []
    : [{ name, questions: mean.questions, figure: { value: mean.value, interval: null }, overForecasts: undefined }];
}
