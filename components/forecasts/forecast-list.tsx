"use client";

import { Group } from "@mantine/core";
import { IconChartBar, IconFilterOff } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Empty } from "#components/ui/empty.tsx";
import { Link } from "#components/ui/link.tsx";
import { ListPage } from "#components/ui/list-page.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { type Inputs, useTRPC } from "#components/ui/trpc.ts";
import type { ForecastsQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { CompareForm } from "./compare-form.tsx";
import { ForecastTable } from "./forecast-table.tsx";
import { NotVerified } from "./not-verified.tsx";

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
