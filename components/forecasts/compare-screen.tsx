"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { Page } from "#components/ui/page.tsx";
import { PageHead } from "#components/ui/page-head.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { MOST_COMPARED } from "./choose.ts";
import { ChooseForecasts } from "./choose-forecasts.tsx";
import styles from "./compare-screen.module.css";
import { ComparedTable } from "./compared-table.tsx";
import { describeComparison } from "./describe-comparison.ts";
import { Distances } from "./distances.tsx";
import { GroupedBars } from "./grouped-bars.tsx";
import { NotVerified } from "./not-verified.tsx";
import { OptionsTable } from "./options-table.tsx";
import { WhatDiffers } from "./what-differs.tsx";

/** Two to four forecasts side by side. */
export function CompareScreen({ requestIds }: { readonly requestIds: readonly string[] }) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.forecasts.compare.queryOptions({ requestIds: [...requestIds] }));
  const { forecasts, options, pairs, changes } = data;
  return (
    <Page>
      <PageHead
        title="Compare forecasts"
        about="Each against the first: what they say, and what was asked."
        actions={<NotVerified />}
      />
      <ComparedTable forecasts={forecasts} />
      <div className={styles.columns}>
        <Panel title="Probabilities">
          <div className={styles.parts}>
            <p>{describeComparison(options, forecasts.length)}</p>
            <GroupedBars options={options} />
            <OptionsTable options={options} />
          </div>
        </Panel>
        <div>
          <Panel title="Distances">
            <Distances pairs={pairs} />
          </Panel>
          <Panel title="What differs in what was asked">
            <WhatDiffers changes={changes} />
          </Panel>
        </div>
      </div>
      {requestIds.length < MOST_COMPARED && (
        <ChooseForecasts kept={requestIds} taskId={forecasts[0]?.taskId} title="Add another" />
      )}
    </Page>
  );
}
