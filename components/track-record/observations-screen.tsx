import { Stack, Text } from "@mantine/core";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { Link } from "#components/ui/link.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { SignedBar } from "#components/ui/signed-bar.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { nameFinding } from "#lib/findings/finding-names.ts";
import { countOf, formatCount, formatDifference, formatScore, visible } from "#lib/format.ts";
import { RecordPages } from "./record-pages.tsx";

type ObservationRecord = Outputs["outcomes"]["observations"];
type Worth = ObservationRecord["worths"][number];
type FindingScores = ObservationRecord["findings"][number];

interface ObservationsScreenProps {
  readonly record: ObservationRecord;
  readonly files: Readonly<Record<"worths" | "findings" | "observations", string>>;
}

const DIMENSIONS = [
  { dimension: "kind", title: "Worth by kind of observation", column: "Kind" },
  { dimension: "source", title: "Worth by source", column: "Source, reference class or series" },
  { dimension: "finding", title: "Worth by finding on the observation", column: "Finding" },
] as const;

export function ObservationsScreen({ record: { worths, sources, findings }, files }: ObservationsScreenProps) {
  const shown = worths.filter(({ dimension }) => dimension === "source").length;
  return (
    <Page
      title="Worth of observations"
      about="How much observations improved the scores of forecasts, and which findings went with bad scores."
    >
      <RecordPages current="Worth of observations" />
      {worths.length === 0 && findings.length === 0 ? (
        <Empty
          title="No scored forecasts yet"
          next={<NextStep href={routes.outcomes()} label="Record an outcome" isMain />}
        >
          Once an outcome is confirmed and the resolution date has passed, this page shows what the observations were
          worth. The worth of observations is computed for forecasts of the embedded model.
        </Empty>
      ) : (
        <Stack gap={16}>
          <Panel title="Definition" aside={<a href={files.observations}>Download all observations as CSV</a>}>
            The worth of an observation is the log score of the forecast without it minus the log score with it, in
            nats. Above 0, the observation improved the forecast. The observations of an input are added up, and the
            inputs of a question are averaged, so that every question has the same weight. Each observation is left out
            alone: of two observations that say the same, neither is worth much.
            {worths.length === 0 &&
              " No worth has been computed yet: it is computed when an outcome is confirmed, for forecasts of the embedded model in the running version."}
          </Panel>
          {worths.length > 0 &&
            DIMENSIONS.map(({ dimension, title, column }) => (
              <Panel key={dimension} title={title} aside={<a href={files.worths}>Download CSV</a>}>
                {dimension === "source" && sources > shown && (
                  <p>
                    {formatCount(shown)} of {countOf(sources, "source")}: those with the most questions.
                  </p>
                )}
                <WorthTable label={title} name={column} rows={worths.filter((row) => row.dimension === dimension)} />
              </Panel>
            ))}
          <FindingsPanel findings={findings} file={files.findings} />
        </Stack>
      )}
    </Page>
  );
}

interface WorthTableProps {
  readonly label: string;
  readonly name: string;
  readonly rows: readonly Worth[];
}

function WorthTable({ label, name, rows }: WorthTableProps) {
  const largest = Math.max(Number.MIN_VALUE, ...rows.map(({ worth }) => Math.abs(worth?.value ?? 0)));
  return (
    <DataTable
      label={label}
      rows={rows}
      keyOf={({ value }) => value}
      fold="named"
      columns={[
        {
          name,
          isName: true,
          isText: true,
          show: ({ dimension, value }) => (dimension === "finding" ? nameFinding(value) : visible(value)),
        },
        { name: "Mean worth (nats)", isNumber: true, show: ({ worth }) => <Difference figure={worth} /> },
        {
          name: "Worse or better",
          width: "22%",
          show: ({ worth }) => worth !== null && <SignedBar share={worth.value / largest} />,
        },
        { name: "Questions", isNumber: true, show: ({ questions }) => formatCount(questions) },
        { name: "Observations", isNumber: true, show: ({ observations }) => formatCount(observations) },
        { name: "No answer without it", isNumber: true, show: ({ required }) => formatCount(required) },
      ]}
    />
  );
}

function FindingsPanel({ findings, file }: { readonly findings: readonly FindingScores[]; readonly file: string }) {
  return (
    <Panel title="Scores with and without each finding" aside={<a href={file}>Download CSV</a>}>
      {findings.length === 0 ? (
        "No scored forecast has a finding."
      ) : (
        <>
          <p>
            Mean log scores in nats, of all models; lower is better. If the interval of the difference lies above 0,
            forecasts with the finding were worse. The finding need not be the cause.
          </p>
          <DataTable
            label="Scores by finding"
            rows={findings}
            keyOf={({ finding }) => finding}
            fold="named"
            columns={FINDING_COLUMNS}
          />
        </>
      )}
    </Panel>
  );
}

const FINDING_COLUMNS: readonly Column<FindingScores>[] = [
  {
    name: "Finding",
    isName: true,
    isText: true,
    show: ({ finding }) => (
      <Link href={routes.trackRecord({ by: "finding", of: finding })}>{nameFinding(finding)}</Link>
    ),
  },
  { name: "Score with it", isNumber: true, show: (row) => formatMean(row.with.log) },
  { name: "Questions with it", isNumber: true, show: (row) => formatCount(row.with.questions) },
  { name: "Score without it", isNumber: true, show: (row) => formatMean(row.without.log) },
  { name: "Questions without it", isNumber: true, show: (row) => formatCount(row.without.questions) },
  { name: "Difference", isNumber: true, show: ({ difference }) => <Difference figure={difference} /> },
];

function formatMean(log: number | null): string {
  return log === null ? "–" : formatScore(log);
}

function Difference({ figure }: { readonly figure: Worth["worth"] }) {
  if (figure === null) return "–";
  const { value, interval } = figure;
  return (
    <span title={String(value)}>
      {formatDifference(value)}{" "}
      {interval !== null && (
        <Text span size="xs" c="dimmed">
          {formatDifference(interval.low)} to {formatDifference(interval.high)}
        </Text>
      )}
    </span>
  );
}
