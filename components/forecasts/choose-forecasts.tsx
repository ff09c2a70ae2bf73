"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { Panel } from "#components/ui/panel.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { OFFERED } from "./choose.ts";
import { COMPARE_COLUMN } from "./compare-column.tsx";
import { CompareForm } from "./compare-form.tsx";
import { ForecastTable } from "./forecast-table.tsx";

interface ChooseForecastsProps {
  readonly kept: readonly string[];
  /** Offers only forecasts of this task; undefined: of all tasks. */
  readonly taskId: string | undefined;
  readonly title: string;
}

export function ChooseForecasts({ kept, taskId, title }: ChooseForecastsProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.forecasts.list.queryOptions({ taskId, limit: OFFERED }));
  const others = data.forecasts.filter(({ requestId }) => !kept.includes(requestId));
  return (
    <Panel title={title}>
      {others.length === 0 ? (
        <p>{taskId === undefined ? "No forecasts yet." : "There is no other forecast of this task."}</p>
      ) : (
        <CompareForm kept={kept}>
          <ForecastTable forecasts={others} first={COMPARE_COLUMN} />
        </CompareForm>
      )}
    </Panel>
  );
}
