"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { Panel } from "#components/ui/panel.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { OFFERED } from "./choose.ts";
import { CompareForm } from "./compare-form.tsx";
import styles from "./compare-screen.module.css";
import { ForecastRow } from "./forecast-row.tsx";

interface ChooseForecastsProps {
  readonly kept: readonly string[];
  /** Whose forecasts are offered: of this task, where there is one. */
  readonly taskId: string | undefined;
  readonly title: string;
}

/** The latest forecasts to choose from, besides those that are compared already. */
export function ChooseForecasts({ kept, taskId, title }: ChooseForecastsProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.forecasts.list.queryOptions({ taskId, limit: OFFERED }));
  const others = data.forecasts.filter(({ requestId }) => !kept.includes(requestId));
  return (
    <Panel title={title}>
      {others.length === 0 ? (
        <p>There is no other forecast of this task.</p>
      ) : (
        <CompareForm kept={kept}>
          <ol className={styles.list}>
            {others.map((forecast) => (
              <ForecastRow key={forecast.requestId} forecast={forecast} query={{ task: taskId }} />
            ))}
          </ol>
        </CompareForm>
      )}
    </Panel>
  );
}
