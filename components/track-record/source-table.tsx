import { Text } from "@mantine/core";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Link } from "#components/ui/link.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import type { SourcesQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import type { SourceOrder } from "#lib/domain/sources.ts";
import { formatCount, formatScore } from "#lib/format.ts";

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
  const sorted = (order: SourceOrder, name: string) => ({ name, head: <SortLink {...{ order, name, query }} /> });
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

interface SortLinkProps {
  readonly order: SourceOrder;
  readonly name: string;
  readonly query: SourcesQuery;
}

function SortLink({ order, name, query }: SortLinkProps) {
  const isCurrent = (query.order ?? "questions") === order;
  return (
    <Link
      href={routes.sources({ ...query, order })}
      title={ORDER_LABELS[order]}
      {...(isCurrent ? { "aria-current": "true" } : {})}
    >
      {name}
      {isCurrent && <span aria-hidden="true"> ▾</span>}
    </Link>
  );
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

/** Formats a difference with its sign: "+0.120", "−0.030". */
export function formatDifference(difference: number): string {
  const size = formatScore(Math.abs(difference));
  if (Number(size) === 0) return size;
  return `${difference < 0 ? "−" : "+"}${size}`;
}
