"use client";

import { Grid, Stack, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { ChangeRow } from "#components/ui/change-row.tsx";
import { DividedList } from "#components/ui/divided-list.tsx";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import { Link } from "#components/ui/link.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { countOf } from "#lib/format.ts";
import { shortVersion } from "#lib/short-version.ts";
import { formatPoints } from "#lib/stats/format-percent.ts";
import { DistributionBars } from "./answer-panel.tsx";
import { describeComparison, describePair, nameOf } from "./describe-comparison.ts";
import { NotVerified } from "./not-verified.tsx";

/** Forecasts side by side, or below each other on a narrow screen. Only those of one question are compared. */
export function CompareScreen({ requestIds }: { readonly requestIds: readonly string[] }) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.forecasts.compare.queryOptions({ requestIds: [...requestIds] }));
  const { forecasts, options, pairs, changes } = data;
  const [first] = forecasts;
  const isOneQuestion = options.length > 0;
  return (
    <Page title="Compare forecasts" actions={<NotVerified />}>
      <Stack gap={16}>
        <Text maw="90ch">
          {isOneQuestion && first !== undefined ? (
            <>
              <Link href={routes.question(first.taskId)}>
                <ForeignText text={first.instructions} />
              </Link>{" "}
              {describeComparison(options, forecasts.length, first.labels)}
            </>
          ) : (
            "These forecasts answer different questions, so their probabilities cannot be compared."
          )}
        </Text>
        <Grid gap={16}>
          {forecasts.map((forecast, index) => (
            <Grid.Col key={forecast.requestId} span={{ base: 12, md: 12 / Math.min(forecasts.length, 3) }}>
              <Panel
                title={`Forecast ${nameOf(index)}`}
                aside={<Link href={routes.forecast(forecast.requestId)}>Open forecast {nameOf(index)}</Link>}
              >
                {!isOneQuestion && (
                  <Text fw={600} mb="xs" lineClamp={3} dir="auto">
                    <Link href={routes.question(forecast.taskId)}>
                      <ForeignText text={forecast.instructions} />
                    </Link>
                  </Text>
                )}
                <Text c="dimmed" size="sm" mb="md">
                  Information cutoff <TimeText exact at={forecast.asOf} />, made{" "}
                  <TimeText exact at={forecast.generatedAt} /> by {forecast.release}, version{" "}
                  {shortVersion(forecast.modelVersion)}, for {forecast.askedBy}
                </Text>
                <DistributionBars
                  order={isOneQuestion && first !== undefined ? first.options : forecast.options}
                  probabilities={forecast.probabilities}
                  labels={forecast.labels}
                  notes={Object.fromEntries(
                    index === 0
                      ? []
                      : options.map(({ option, differences }) => [option, formatPoints(differences[index] ?? 0)]),
                  )}
                />
              </Panel>
            </Grid.Col>
          ))}
        </Grid>
        {isOneQuestion && (
          <Panel title="Differences">
            {pairs.map((pair) => (
              <p key={`${pair.first} ${pair.second}`}>{describePair(pair)}</p>
            ))}
            {changes.map((list, index) => (
              <Changes key={nameOf(index)} pair={`${nameOf(index + 1)} compared with ${nameOf(0)}`} changes={list} />
            ))}
          </Panel>
        )}
      </Stack>
    </Page>
  );
}

interface ChangesProps {
  readonly pair: string;
  readonly changes: Outputs["forecasts"]["compare"]["changes"][number];
}

function Changes({ pair, changes }: ChangesProps) {
  if (changes.length === 0) return <p>{pair}: the same input.</p>;
  return (
    <details open>
      <summary>
        {pair}: {countOf(changes.length, "difference")} of the inputs
      </summary>
      <DividedList>
        {changes.map((change) => (
          <ChangeRow key={`${change.kind} ${change.path}`} change={change} />
        ))}
      </DividedList>
    </details>
  );
}
