import { ChartSection } from "#components/ui/charts/chart-section.tsx";
import { DotPlot } from "#components/ui/charts/dot-plot.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { listReferences, nameReference } from "#lib/evaluation/reference-names.ts";
import { countOf, formatCount, formatDifference, formatScore, visible } from "#lib/format.ts";
import { type Figure, WithInterval } from "./with-interval.tsx";

type Report = Outputs["evaluations"]["report"];
type Summary = Report["sets"][number];

/** Differences in log score between the model and each reference, paired by case. */
export function References({ all, sets, horizons }: Pick<Report, "all" | "sets" | "horizons">) {
  const names = listReferences(all);
  const differences = names.flatMap((name) => {
    const difference = all.references[name]?.logDifference;
    return difference === undefined ? [] : [{ name: visible(nameReference(name)), ...difference }];
  });
  return (
    <ChartSection
      title="Compared with references"
      sentence={`Difference in log score, model minus reference: ${differences.map(({ name, value }) => `${formatDifference(value)} from ${name}`).join(", ")}.`}
      label="Difference in log score by reference"
      caption="Log score of the model minus that of the reference, on the cases that have the data for the reference. Left of 0, the model is better. Bars show 95 % confidence intervals; filled dots have an interval without 0. Detectable: the smallest true difference that an evaluation with this many questions finds with a probability of 80 %."
      table={
        <>
          <DataTable
            label="Differences from references"
            rows={names}
            keyOf={(name) => name}
            columns={referenceColumns(all)}
          />
          <DataTable
            label="Differences from references by set"
            rows={[...sets, all]}
            keyOf={(row) => row.name}
            columns={[nameColumn("Set"), ...names.map(differenceTo)]}
          />
          {horizons.length > 0 && (
            <DataTable
              label="Differences from references by horizon"
              rows={horizons}
              keyOf={(row) => row.name}
              columns={[nameColumn("Horizon"), ...names.map(differenceTo)]}
            />
          )}
        </>
      }
    >
      <DotPlot
        dots={differences.map(({ name, value, interval }) => ({
          id: name,
          name,
          value,
          interval,
          isHollow: containsZero(interval),
        }))}
        line={0}
        format={formatDifference}
      />
    </ChartSection>
  );
}

/** Columns of a table with one row per reference. */
function referenceColumns(all: Summary): readonly Column<string>[] {
  return [
    { name: "Reference", isName: true, show: (name) => visible(nameReference(name)) },
    { name: "Cases", isNumber: true, show: (name) => formatCount(all.references[name]?.cases ?? all.cases) },
    {
      name: "Difference",
      isNumber: true,
      show: (name) => <WithInterval figure={all.references[name]?.logDifference} byBlock />,
    },
    {
      name: "Detectable",
      isNumber: true,
      show(name) {
        const smallest = all.references[name]?.detectable;
        return smallest === undefined ? "–" : formatScore(smallest);
      },
    },
  ];
}

function containsZero(interval: Figure["interval"]): boolean {
  return interval === undefined || (interval.low <= 0 && interval.high >= 0);
}

interface SummaryPlotProps {
  /** The dimension of the summaries: "Set". */
  readonly head: string;
  readonly summaries: readonly Summary[];
  readonly all: Summary;
}

/** Log score of each summary, with a table of its scores. */
export function SummaryPlot({ head, summaries, all }: SummaryPlotProps) {
  const by = head.toLowerCase();
  return (
    <ChartSection
      title={`Log score by ${by}`}
      sentence={`Mean log score: ${formatScore(all.log?.value ?? Number.NaN)} over ${countOf(all.questions, "question")}.`}
      label={`Mean log score by ${by}`}
      caption={`${head === "Horizon" ? "Horizon: from the information cutoff to the resolution date. " : ""}Lower is better. Bars show 95 % confidence intervals. Dashed line: mean of all cases.`}
      table={
        <DataTable
          label={`Scores by ${by}`}
          rows={[...summaries, all]}
          keyOf={(row) => row.name}
          columns={[nameColumn(head), ...SCORE_COLUMNS]}
        />
      }
    >
      <DotPlot
        dots={summaries.flatMap(({ name, log, questions }) =>
          log === undefined
            ? []
            : [{ id: name, name: visible(name), ...log, interval: log.interval, note: countOf(questions, "question") }],
        )}
        line={all.log?.value}
        format={formatScore}
      />
    </ChartSection>
  );
}

function nameColumn(head: string): Column<Summary> {
  return { name: head, isName: true, show: (row) => visible(row.name) };
}

const SCORE_COLUMNS: readonly Column<Summary>[] = [
  { name: "Cases", isNumber: true, show: ({ cases }) => formatCount(cases) },
  { name: "Questions", isNumber: true, show: ({ questions }) => formatCount(questions) },
  { name: "Log score", isNumber: true, show: ({ log }) => <WithInterval figure={log} /> },
  { name: "Brier score", isNumber: true, show: ({ brier }) => <WithInterval figure={brier} /> },
];

function differenceTo(reference: string): Column<Summary> {
  return {
    name: visible(nameReference(reference)),
    isNumber: true,
    show: ({ references }) => <WithInterval figure={references[reference]?.logDifference} />,
  };
}
