import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Link } from "#components/ui/link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { DIMENSION_LABELS, DIMENSION_NAMES, namePart } from "#lib/domain/track-record.ts";
import { formatCount } from "#lib/format.ts";
import { Figure } from "./figure.tsx";

type Part = Outputs["outcomes"]["scores"]["parts"][number];

interface PartsPanelProps {
  readonly parts: readonly Part[];
  readonly file: string;
}

export function PartsPanel({ parts, file }: PartsPanelProps) {
  const groups = DIMENSION_NAMES.filter((name) => name !== "early")
    .map((dimension) => ({
      dimension,
      rows: parts.filter((part) => part.dimension === dimension),
    }))
    .filter(({ rows }) => rows.length > 0);
  return (
    <>
      {groups.map(({ dimension, rows }) => (
        <Panel key={dimension} title={DIMENSION_LABELS[dimension]} aside={<a href={file}>Download CSV</a>}>
          <DataTable label={DIMENSION_LABELS[dimension]} rows={rows} keyOf={({ value }) => value} columns={COLUMNS} />
        </Panel>
      ))}
    </>
  );
}

const COLUMNS: readonly Column<Part>[] = [
  {
    name: "Subgroup",
    isName: true,
    show: ({ dimension, value, label }) => (
      <Link href={routes.trackRecord({ by: dimension, of: value })}>{namePart(dimension, label)}</Link>
    ),
  },
  { name: "Brier score", isNumber: true, show: ({ brier }) => <Figure figure={brier} /> },
  { name: "Log score", isNumber: true, show: ({ log }) => <Figure figure={log} /> },
  { name: "Forecasts", isNumber: true, show: ({ forecasts }) => formatCount(forecasts) },
  { name: "Questions", isNumber: true, show: ({ questions }) => formatCount(questions) },
];
