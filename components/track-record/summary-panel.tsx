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
  /** Download URL of all scored forecasts. */
  readonly file: string;
}

/** Mean scores, and skill compared with the reference forecasts. */
export function SummaryPanel({ record: { binary, rps, skill }, part, file }: SummaryPanelProps) {
  const scores = [
    { name: "Brier score, summed over the options (0 to 2)", forecasts: part.forecasts, figure: part.brier },
    ...one("Brier score, binary form (0 to 1): questions with two options", binary),
    { name: "Log score in nats (floor 0.0001: at most 9.21)", forecasts: part.forecasts, figure: part.log },
    ...one("Ranked probability score (0 to 1): options declared to have an order", rps),
  ];
  const references = [
    { name: "a uniform guess", ...skill.uniform },
    { name: "the base rate: the latest counts in the context", ...skill.baseRate },
    { name: "the last crowd: the latest forecast in the context", ...skill.lastCrowd },
  ];
  return (
    <Panel title="Scores" aside={<a href={file}>Every scored forecast as CSV</a>}>
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
          { name: "Mean and interval", isNumber: true, show: ({ figure }) => <Figure figure={figure} /> },
          { name: "Forecasts", isNumber: true, show: ({ forecasts }) => formatCount(forecasts) },
        ]}
      />
      <DataTable
        label="Skill"
        rows={references}
        keyOf={({ name }) => name}
        columns={[
          { name: "Skill against", isName: true, show: ({ name }) => name },
          { name: "By Brier score", isNumber: true, show: ({ brier }) => (brier === null ? "–" : formatScore(brier)) },
          { name: "By log score", isNumber: true, show: ({ log }) => (log === null ? "–" : formatScore(log)) },
          { name: "Forecasts", isNumber: true, show: ({ forecasts }) => formatCount(forecasts) },
        ]}
      />
    </Panel>
  );
}

function one(name: string, mean: TrackRecord["binary"]) {
  return mean === null ? [] : [{ name, forecasts: mean.forecasts, figure: { value: mean.value, interval: null } }];
}
