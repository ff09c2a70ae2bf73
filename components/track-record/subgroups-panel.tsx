import { Group } from "@mantine/core";
import { ChartSection } from "#components/ui/charts/chart-section.tsx";
import { DotPlot } from "#components/ui/charts/dot-plot.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Link } from "#components/ui/link.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import type { TrackRecordQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { DIMENSION_LABELS, namePart, SPLIT_LABELS, SPLITS } from "#lib/domain/track-record.ts";
import { countOf, formatCount, formatScore } from "#lib/format.ts";
import { Figure } from "./figure.tsx";

type Part = Outputs["outcomes"]["scores"]["parts"][number];

interface SubgroupsPanelProps {
  readonly parts: readonly Part[];
  readonly query: TrackRecordQuery;
  /** The mean Brier score of the record on the page. */
  readonly mean: number;
  readonly file: string;
}

const MAX_SHOWN = 20;

/** Compares the scores of the subgroups of one dimension, which is chosen by a link. */
export function SubgroupsPanel({ parts, query, mean, file }: SubgroupsPanelProps) {
  const splits = SPLITS.filter((split) => parts.some(({ dimension }) => dimension === split));
  const split = splits.find((one) => one === query.split) ?? splits[0];
  if (split === undefined) return null;
  const rows = parts.filter(({ dimension }) => dimension === split);
  return (
    <div className="panel" id="subgroups">
      <Group component="nav" aria-label="Subgroups" gap="xs" mb="md">
        {splits.map((one) => (
          <Link
            key={one}
            href={`${routes.trackRecord({ ...query, split: one })}#subgroups`}
            scroll={false}
            {...(one === split && { "aria-current": "true", style: { fontWeight: 600, textDecoration: "none" } })}
          >
            {SPLIT_LABELS[one]}
          </Link>
        ))}
      </Group>
      <ChartSection
        title={`By ${SPLIT_LABELS[split].toLowerCase()}`}
        file={file}
        sentence={describeSubgroups(rows)}
        label={`Mean Brier score by ${SPLIT_LABELS[split].toLowerCase()}`}
        caption={`${DIMENSION_LABELS[split]}. Mean Brier score, 0 to 2; lower is better. Bars show 95 % confidence intervals. Dashed line: mean of the record above.${
          rows.length > MAX_SHOWN ? ` The plot shows the first ${MAX_SHOWN} subgroups of the table.` : ""
        }`}
        table={<DataTable label={DIMENSION_LABELS[split]} rows={rows} keyOf={({ value }) => value} columns={COLUMNS} />}
      >
        <DotPlot
          dots={rows.slice(0, MAX_SHOWN).map((part) => ({
            id: part.value,
            name: <PartLink {...part} />,
            ...part.brier,
            note: countOf(part.questions, "question"),
          }))}
          line={mean}
          format={formatScore}
        />
      </ChartSection>
    </div>
  );
}

function describeSubgroups(rows: readonly Part[]): string {
  const sorted = rows.toSorted((one, other) => one.brier.value - other.brier.value);
  const [best, worst] = [sorted[0], sorted.at(-1)];
  if (best === undefined || worst === undefined) return "";
  const say = ({ dimension, label, brier }: Part) => `${namePart(dimension, label)} (${formatScore(brier.value)})`;
  return best === worst
    ? `Only one subgroup: ${say(best)}.`
    : `Lowest mean Brier score: ${say(best)}. Highest: ${say(worst)}.`;
}

function PartLink({ dimension, value, label }: Pick<Part, "dimension" | "value" | "label">) {
  return <Link href={routes.trackRecord({ by: dimension, of: value })}>{namePart(dimension, label)}</Link>;
}

const COLUMNS: readonly Column<Part>[] = [
  { name: "Subgroup", isName: true, show: (part) => <PartLink {...part} /> },
  { name: "Brier score", isNumber: true, show: ({ brier }) => <Figure figure={brier} /> },
  { name: "Log score", isNumber: true, show: ({ log }) => <Figure figure={log} /> },
  { name: "Forecasts", isNumber: true, show: ({ forecasts }) => formatCount(forecasts) },
  { name: "Questions", isNumber: true, show: ({ questions }) => formatCount(questions) },
];
