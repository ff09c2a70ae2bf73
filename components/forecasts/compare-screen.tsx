"use client";

import { Grid, Stack, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { MAX_COMPARED } from "./choose.ts";
import { ChooseForecasts } from "./choose-forecasts.tsx";
import { ComparedTable, Distances, OptionsTable } from "./compare-tables.tsx";
import { describeComparison } from "./describe-comparison.ts";
import { GroupedBars } from "./grouped-bars.tsx";
import { NotVerified } from "./not-verified.tsx";
import { WhatDiffers } from "./what-differs.tsx";

export function CompareScreen({ requestIds }: { readonly requestIds: readonly string[] }) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.forecasts.compare.queryOptions({ requestIds: [...requestIds] }));
  const { forecasts, options, labels, pairs, changes } = data;
  return (
    <Page
      title="Compare forecasts"
      about="Compares the probabilities and requests of each forecast with the first forecast."
      actions={<NotVerified />}
    >
      <Stack gap={16}>
        <Panel title="Forecasts">
          <ComparedTable forecasts={forecasts} />
        </Panel>
        <Grid gap={16}>
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Panel title="Probabilities">
              <Stack gap="sm">
                <p>{describeComparison(options, forecasts.length, labels)}</p>
                <GroupedBars options={options} labels={labels} />
                <OptionsTable options={options} labels={labels} />
                <Text c="dimmed" size="sm">
                  Differences are computed from the exact probabilities, then rounded.
                </Text>
              </Stack>
            </Panel>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Panel title="Distances">
              <Distances pairs={pairs} />
            </Panel>
            <Panel title="Differences between the requests">
              <WhatDiffers changes={changes} />
            </Panel>
          </Grid.Col>
        </Grid>
        {requestIds.length < MAX_COMPARED && (
          <ChooseForecasts kept={requestIds} taskId={forecasts[0]?.taskId} title="Add a forecast to the comparison" />
        )}
      </Stack>
    </Page>
  );
}
