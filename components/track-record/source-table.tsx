import { Text } from "@mantine/core";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { SortLink } from "#components/ui/sort-link.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import type { SourcesQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import type { SourceOrder } from "#lib/domain/sources.ts";
import { formatCount, formatDifference, formatScore } from "#lib/format.ts";

export type Source = Outputs["outcomes"]["sources"]["sources"][number];

export const ORDER_LABELS: Readonly<Record<SourceOrder, string>> = {
  questions: "Most questions",
  brier: "Best Brier score",
  log: "Best log score",
  difference: "Best compared with our forecasts",
  name: "Name",
};

interface SourceTableProps {
  readonly sources: readonly Source[];
  readonly query: SourcesQuery;
}

export function SourceTable({ sources, query }: SourceTableProps) {
  return (
    <DataTable label="Sources" rows={sources} keyOf={({ source }) => source} columns={columnsOf(query)} fold="named" />
  );
}

function columnsOf(query: SourcesQuery): readonly Column<Source>[] {
  const sorted = (order: SourceOrder, name: string) => ({
    name,
    head: (
      <SortLink
        href={routes.sources({ ...query, order })}
        title={ORDER_LABELS[order]}
        isCurrent={(query.order ?? "questions") === order}
      >
        {name}
      </SortLink>
    ),
  });
  return [
    {
      ...sorted("name", "Source"),
      isName: true,
      isText: true,
      narrow: "whole line",
      show: ({ source }) => <bdi>{source}</bdi>,
    },
    { ...sorted("brier", "Brier score"), isNumber: true, show: ({ brier }) => formatScore(brier) },
    { ...sorted("log", "Log score"), isNumber: true, show: ({ log }) => formatScore(log) },
    { name: "Brier skill", isNumber: true, show: ({ skill }) => formatScore(skill.brier) },
    { ...sorted("questions", "Questions"), isNumber: true, show: ({ questions }) => formatCount(questions) },
    { name: "Forecasts", isNumber: true, show: ({ forecasts }) => formatCount(forecasts) },
    {
      ...sorted("difference", "Log score difference"),
      isNumber: true,
      show: ({ difference }) => (difference === null ? "–" : <DifferenceText difference={difference} />),
    },
    {
      name: "Compared questions",
      isNumber: true,
      show: ({ difference }) => formatCount(difference?.questions ?? 0),
    },
  ];
}

function DifferenceText({ difference }: { readonly difference: NonNullable<Source["difference"]> }) {
  const { value, interval, isSignificant } = difference;
  return (
    <span style={{ whiteSpace: "nowrap" }} title={String(value)}>
      {formatDifference(value)}{" "}
      {interval !== null && (
        <Text span size="xs" c="dimmed">
          {formatDifference(interval.low)} to {formatDifference(interval.high)}
          {isSignificant && ", significant"}
        </Text>
      )}
    </span>
  );
}
