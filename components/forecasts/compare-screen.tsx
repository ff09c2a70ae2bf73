"use client";

import { Grid, Stack, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { ChangeRow } from "#components/ui/change-row.tsx";
import { DividedList } from "#components/ui/divided-list.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { nameOption } from "#lib/domain/option-label.ts";
import { countOf } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { MAX_COMPARED } from "./choose.ts";
import { ChooseForecasts } from "./choose-forecasts.tsx";
import { ComparedTable, Distances, OptionsTable } from "./compare-tables.tsx";
import { describeComparison, nameOf } from "./describe-comparison.ts";
import styles from "./grouped-bars.module.css";
import { Letter } from "./letter.tsx";
import { NotVerified } from "./not-verified.tsx";

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

function GroupedBars({ options, labels }: Pick<Outputs["forecasts"]["compare"], "options" | "labels">) {
  return (
    <figure className={styles.figure} aria-label="Probability of each option in each forecast, from 0 to 100 %">
      {options.map(({ option, probabilities }) => (
        <div key={option} className={styles.group}>
          <span className={styles.option} title={option}>
            {nameOption(option, labels)}
          </span>
          <div className={styles.bars}>
            {probabilities.map((probability, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a forecast is identified by its index here.
              <div key={index} className={styles.row}>
                <Letter index={index} />
                {probability === null ? (
                  <span className={styles.none}>not an option</span>
                ) : (
                  <>
                    <span className={styles.track} aria-hidden="true">
                      <span
                        className={styles.fill}
                        style={{ width: `${probability * 100}%`, background: `var(--part-${index + 1})` }}
                      />
                    </span>
                    <span className={styles.value}>{formatPercent(probability)}</span>
                  </>
                )}
              </div>
            ))}
          </div>
        </div>
      ))}
    </figure>
  );
}

/** Longer lists of differences start collapsed, because the forecasts probably answer different questions. */
const FEW = 12;

function WhatDiffers({ changes }: { readonly changes: Outputs["forecasts"]["compare"]["changes"] }) {
  return (
    <>
      {changes.map((list, index) => {
        const pair = `${nameOf(index + 1)} compared with ${nameOf(0)}`;
        if (list.length === 0) return <p key={pair}>{pair}: the same task and the same input.</p>;
        return (
          <details key={pair} open={list.length <= FEW}>
            <summary>
              {pair}: {countOf(list.length, "difference")}
            </summary>
            <DividedList>
              {list.map((change) => (
                <ChangeRow key={`${change.kind} ${change.path}`} change={change} />
              ))}
            </DividedList>
          </details>
        );
      })}
    </>
  );
}
