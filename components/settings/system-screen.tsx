"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { Page } from "#components/ui/page.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { UsagePanel } from "#components/ui/usage-panel.tsx";
import { OVERVIEW } from "#lib/console/lists.ts";
import { PAYER_LABELS, USAGE_DAYS } from "#lib/domain/token-usage.ts";
import { LanguagePanel } from "./language-panel.tsx";
import { OutcomesPanel } from "./outcomes-panel.tsx";
import { CandidatePanel, ReadinessPanel } from "./readiness-panel.tsx";

const EVERY_MS = 2_000;

export function SystemScreen() {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery({
    ...trpc.system.status.queryOptions(OVERVIEW.status),
    refetchInterval: ({ state }) => (state.data?.languageModel?.isTesting ? EVERY_MS : false),
  });
  const { data: usage } = useSuspenseQuery(trpc.system.usage.queryOptions());
  return (
    <Page
      width="narrow"
      title="System"
      about="Settings are environment variables, read once at startup. They are described in docs/operations.md."
    >
      <ReadinessPanel status={data} />
      {data.languageModel !== null && <LanguagePanel model={data.languageModel} />}
      {data.candidate !== null && <CandidatePanel candidate={data.candidate} />}
      <UsagePanel
        aside={`last ${USAGE_DAYS} days`}
        heading="Payer"
        rows={usage.map((total) => ({ ...total, id: total.payer, name: PAYER_LABELS[total.payer] }))}
      />
      <OutcomesPanel counts={data.outcomes.counts} hours={OVERVIEW.status.hours} />
    </Page>
  );
}
