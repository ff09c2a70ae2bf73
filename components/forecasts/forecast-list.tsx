"use client";

import { Button, Group, Text } from "@mantine/core";
import { IconChartBar, IconFilterOff } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { Link } from "#components/ui/link.tsx";
import { ListPage } from "#components/ui/list-page.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { QuestionLink } from "#components/ui/question-link.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Inputs, type Outputs, useTRPC } from "#components/ui/trpc.ts";
import type { ForecastsQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { visible } from "#lib/format.ts";
import { describeSelection } from "./describe-comparison.ts";
import { NotVerified } from "./not-verified.tsx";
import { TopOptions } from "./top-options.tsx";

interface ForecastListProps {
  readonly query: ForecastsQuery;
  readonly input: Inputs["forecasts"]["list"];
  readonly filters: ReactNode;
  readonly files: Readonly<Record<"csv" | "excel" | "jsonl", string>>;
}

export function ForecastList({ query, input, filters, files }: ForecastListProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.forecasts.list.queryOptions(input));
  const { task, release, from, before, after } = query;
  const isFiltered = Object.values(query).some((value) => value !== undefined);
  return (
    <ListPage
      title="Forecasts"
      about={
        <>
          All recorded forecasts. Refused and failed attempts are in the{" "}
          <Link href={routes.auditLog({ task, release, from, before })}>audit log</Link>.
        </>
      }
      actions={<NotVerified />}
      filters={filters}
      empty={
        data.forecasts.length === 0 && (
          <Empty
            title={isFiltered ? "No matching forecast" : "No forecasts yet"}
            icon={isFiltered ? IconFilterOff : IconChartBar}
            next={
              <NextStep
                href={isFiltered ? routes.forecasts() : routes.compose}
                label={isFiltered ? "Clear the filters" : "Compose a request"}
              />
            }
          >
            {isFiltered
              ? "Clear a filter. Refused requests are in the audit log."
              : "A forecast appears here after a backend or a member runs an approved request."}
          </Empty>
        )
      }
      pages={{
        after: after,
        next: data.next,
        href: (after) => routes.forecasts({ ...query, after }),
        labels: ["Newest forecasts", "Older forecasts"],
      }}
      footer={
        <Group gap="md" pt="xs" fz="sm" c="dimmed">
          <span>
            Export filtered results: <a href={files.csv}>CSV</a> or <a href={files.excel}>CSV for Excel</a> (one row per
            option), or <a href={files.jsonl}>JSONL</a> (complete events).
          </span>
        </Group>
      }
    >
      <CompareForm>
        <ForecastTable forecasts={data.forecasts} />
      </CompareForm>
    </ListPage>
  );
}

type Forecast = Outputs["forecasts"]["list"]["forecasts"][number];

interface Row extends Forecast {
  /** Whether the question is that of the row above, so that it is not repeated. */
  readonly isRepeated: boolean;
}

/** Forecasts grouped by question, with a checkbox named `id` each. */
function ForecastTable({ forecasts }: { readonly forecasts: readonly Forecast[] }) {
  const groups = [...Map.groupBy(forecasts, ({ taskId }) => taskId).values()];
  const rows = groups.flatMap((group) => group.map((one, index) => ({ ...one, isRepeated: index > 0 })));
  return (
    <DataTable label="Forecasts" rows={rows} keyOf={({ requestId }) => requestId} columns={COLUMNS} fold="plain" />
  );
}

const COLUMNS: readonly Column<Row>[] = [
  {
    name: "Question",
    isText: true,
    narrow: "whole line",
    show: ({ taskId, instructions, isRepeated }) =>
      !isRepeated && <QuestionLink href={routes.question(taskId)} question={instructions} />,
  },
  {
    name: "Compare",
    width: 70,
    show: ({ requestId, instructions }) => (
      <input
        type="checkbox"
        name="id"
        value={requestId}
        aria-label={`Compare: ${visible(instructions.slice(0, 80))}`}
      />
    ),
  },
  {
    name: "Forecast",
    isName: true,
    show: ({ requestId, generatedAt }) => (
      <Link href={routes.forecast(requestId)}>
        <TimeText at={generatedAt} />
      </Link>
    ),
  },
  {
    name: "Probabilities",
    width: 360,
    narrow: "whole line",
    show: ({ labels, probabilities }) => <TopOptions labels={labels} probabilities={probabilities} />,
  },
  { name: "Cutoff", narrow: "with name", show: ({ asOf }) => <TimeText at={asOf} /> },
  {
    name: "Requested by",
    width: 110,
    show: ({ askedBy }) => (
      <Text span lineClamp={1} fz="inherit" title={askedBy} style={{ wordBreak: "break-all" }}>
        {askedBy}
      </Text>
    ),
  },
  { name: "Release", width: 110, narrow: "leave out", show: ({ release }) => release },
];

/** Form that wraps checkboxes named `id` and opens the comparison of the checked forecasts. Works without JavaScript. */
function CompareForm({ children }: { readonly children: ReactNode }) {
  const router = useRouter();
  const [chosen, setChosen] = useState(0);

  function compare(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    router.push(routes.compare(idsIn(event.currentTarget)));
  }

  return (
    <form
      action={routes.compare([])}
      onSubmit={compare}
      onChange={({ currentTarget }) => setChosen(idsIn(currentTarget).length)}
    >
      {children}
      <Group gap="sm" pt="sm">
        <Button type="submit" variant="default">
          Compare
        </Button>
        <Text span c="dimmed" size="sm" role="status">
          {describeSelection(chosen)}
        </Text>
      </Group>
    </form>
  );
}

function idsIn(form: HTMLFormElement): string[] {
  return new FormData(form).getAll("id").map(String);
}
