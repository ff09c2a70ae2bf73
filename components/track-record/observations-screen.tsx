import { Stack } from "@mantine/core";
import { AsOf } from "#components/scores/as-of.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { Link } from "#components/ui/link.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { ReportTable } from "#components/ui/report-table.tsx";
import { SignedBar } from "#components/ui/signed-bar.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { nameFinding } from "#lib/findings/finding-names.ts";
import { countOf, formatCount } from "#lib/format.ts";
import type { FindingScores } from "#lib/scores/finding-sums.ts";
import { FINDING_TABLE, WORTH_TABLE } from "#lib/scores/record-tables.ts";
import type { ObservationWorth } from "#lib/scores/worth-sums.ts";
import { RecordPages } from "./record-pages.tsx";

interface ObservationsScreenProps {
  readonly record: Outputs["outcomes"]["observations"];
  readonly hasCandidate: boolean;
  readonly files: Readonly<Record<"worths" | "findings" | "observations", string>>;
}

const DIMENSIONS = [
  { dimension: "kind", title: "Worth by kind of observation", column: "Kind" },
  { dimension: "source", title: "Worth by source", column: "Source, reference class or series" },
  { dimension: "finding", title: "Worth by finding on the observation", column: "Finding" },
] as const;

export function ObservationsScreen({ record, hasCandidate, files }: ObservationsScreenProps) {
  const { worths, sources, findings } = record;
  // One question says nothing about a source.
  const isShown = ({ dimension, questions }: ObservationWorth) => dimension !== "source" || questions > 1;
  const shown = worths.filter((row) => row.dimension === "source" && isShown(row)).length;
  return (
    <Page
      title="Worth of observations"
      about="How much observations improved the scores of forecasts, and which findings went with bad scores."
    >
      <RecordPages current="Worth of observations" hasCandidate={hasCandidate} />
      {worths.length === 0 && findings.length === 0 ? (
        <Empty
          title="No scored forecasts yet"
          next={<NextStep href={routes.outcomes()} label="Record an outcome" isMain needs="submit" />}
        >
          Once an outcome is confirmed and the resolution date has passed, this page shows what the observations were
          worth. The worth of observations is computed for forecasts of the embedded model.
        </Empty>
      ) : (
        <Stack gap={16}>
          <Panel title="Definition" aside={<a href={files.observations}>Download all observations as CSV</a>}>
            The worth of an observation is the log score of the forecast without it minus the log score with it, in
            nats: an observation worth 0.69 nats doubled the probability of the outcome. Above 0, it improved the
            forecast. The observations of an input are added up, and the inputs of a question are averaged, so that
            every question has the same weight. Each observation is left out alone: of two observations that say the
            same, neither is worth much.
            {worths.length === 0 &&
              " No worth has been computed yet: it is computed when an outcome is confirmed, for forecasts of the embedded model in the running version."}
          </Panel>
          {worths.length > 0 &&
            DIMENSIONS.map(({ dimension, title, column }) => (
              <Panel key={dimension} title={title} aside={<a href={files.worths}>Download CSV</a>}>
                {dimension === "source" && sources > shown && (
                  <p>
                    {formatCount(shown)} of {countOf(sources, "source")}: those with at least 2 questions, at most 100.
                  </p>
                )}
                <WorthTable
                  label={title}
                  name={column}
                  rows={worths.filter((row) => row.dimension === dimension && isShown(row))}
                />
              </Panel>
            ))}
          <FindingsPanel findings={findings} file={files.findings} />
        </Stack>
      )}
      <AsOf {...record} />
    </Page>
  );
}

interface WorthTableProps {
  readonly label: string;
  readonly name: string;
  readonly rows: readonly ObservationWorth[];
}

function WorthTable({ label, name, rows }: WorthTableProps) {
  const largest = Math.max(Number.MIN_VALUE, ...rows.map(({ worth }) => Math.abs(worth?.value ?? 0)));
  const bar = "Worse or better";
  return (
    <ReportTable
      label={label}
      table={[
        { name, read: ({ dimension, value }) => (dimension === "finding" ? nameFinding(value) : value) },
        ...WORTH_TABLE,
        { name: bar, read: () => "" },
      ]}
      rows={rows}
      keyOf={({ value }) => value}
      shows={{ [bar]: ({ worth }) => worth !== null && <SignedBar share={worth.value / largest} /> }}
      isFolded
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
          <ReportTable
            label="Scores by finding"
            table={FINDING_TABLE}
            rows={findings}
            keyOf={({ finding }) => finding}
            shows={FINDING_LINKS}
            isFolded
          />
        </>
      )}
    </Panel>
  );
}

const FINDING_LINKS = {
  Finding: ({ finding }: FindingScores) => (
    <Link href={routes.trackRecord({ by: "finding", of: finding })}>{nameFinding(finding)}</Link>
  ),
};
