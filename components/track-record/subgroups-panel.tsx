import { GroupsChart } from "#components/scores/groups-chart.tsx";
import { Link } from "#components/ui/link.tsx";
import { PageTabs } from "#components/ui/page-tabs.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import type { TrackRecordQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { DIMENSION_LABELS, namePart, SPLIT_LABELS, SPLITS } from "#lib/domain/track-record.ts";

type Part = Outputs["outcomes"]["scores"]["parts"][number];

interface SubgroupsPanelProps {
  readonly parts: readonly Part[];
  readonly query: TrackRecordQuery;
  /** The mean Brier score of the record on the page. */
  readonly mean: number;
  readonly file: string;
}

/** Compares the scores of the subgroups of one dimension, which is chosen by a link. */
export function SubgroupsPanel({ parts, query, mean, file }: SubgroupsPanelProps) {
  const splits = SPLITS.filter((split) => parts.some(({ dimension }) => dimension === split));
  const split = splits.find((one) => one === query.split) ?? splits[0];
  if (split === undefined) return null;
  const rows = parts.filter(({ dimension }) => dimension === split);
  const labels = new Map(rows.map(({ value, label }) => [value, label]));
  const nameOf = ({ value }: Pick<Part, "value">) => namePart(split, labels.get(value) ?? value);
  return (
    <div className="panel">
      <PageTabs
        label="Subgroups"
        tabs={splits.map((one) => ({
          href: routes.trackRecord({ ...query, split: one }),
          name: SPLIT_LABELS[one],
          isCurrent: one === split,
        }))}
      />
      <GroupsChart
        title={`By ${SPLIT_LABELS[split].toLowerCase()}`}
        head="Subgroup"
        tableLabel={DIMENSION_LABELS[split]}
        caption={DIMENSION_LABELS[split]}
        groups={rows}
        score="brier"
        mean={mean}
        file={file}
        nameOf={nameOf}
        linkOf={(group) => <Link href={routes.trackRecord({ by: split, of: group.value })}>{nameOf(group)}</Link>}
      />
    </div>
  );
}
