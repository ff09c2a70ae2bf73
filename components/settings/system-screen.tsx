"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { DescriptionList } from "#components/ui/description-list.tsx";
import { Digest } from "#components/ui/digest.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { UsagePanel } from "#components/ui/usage-panel.tsx";
import { OVERVIEW } from "#lib/console/lists.ts";
import { itemOfTokens, PAYER_LABELS, USAGE_DAYS } from "#lib/domain/token-usage.ts";
import { countOf, formatCount, formatDuration } from "#lib/format.ts";
import { CandidatePanel } from "./candidate-panel.tsx";
import { LanguagePanel } from "./language-panel.tsx";
import { OutcomesPanel } from "./outcomes-panel.tsx";
import { ReadinessPanel } from "./readiness-panel.tsx";

const EVERY_MS = 2_000;

export function SystemScreen() {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery({
    ...trpc.system.status.queryOptions(OVERVIEW.status),
    refetchInterval: ({ state }) => (state.data?.languageModel?.isTesting ? EVERY_MS : false),
  });
  const { data: usage } = useSuspenseQuery(trpc.system.usage.queryOptions());
  const { limits, load, record } = data;
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
      <OutcomesPanel outcomes={data.outcomes} hours={OVERVIEW.status.hours} />
      <Panel title="Limits">
        <DescriptionList
          items={[
            { name: "Concurrent model calls", value: `${formatCount(load.slots)} (MODEL_CONCURRENCY)` },
            { name: "Maximum queued requests", value: `${formatCount(load.mayWait)} (MODEL_QUEUE)` },
            { name: "Request deadline", value: `${formatDuration(limits.deadlineMs)} (MODEL_DEADLINE_MS)` },
            {
              name: "Requests per minute",
              value: `${formatCount(limits.requestsPerMinute)} for API keys without their own limit (RATE_LIMIT_PER_MINUTE)`,
            },
            {
              name: "Text per day (UTC)",
              value: `${formatCount(limits.dailyBytes / 1e6)} MB for each member and API key (MAX_DAILY_BYTES)`,
            },
            ...(data.adapter === "llm" ? [itemOfTokens(limits.tokens, "MODEL_MONTHLY_TOKENS")] : []),
            {
              name: "Required reviews",
              value: `${countOf(limits.reviewsRequired, "reviewer")} per submission (REVIEWS_REQUIRED)`,
            },
            {
              name: "Maximum approval duration",
              value:
                limits.approvalMaxDays === null
                  ? "no limit (APPROVAL_MAX_DAYS is not set)"
                  : `at most ${countOf(limits.approvalMaxDays, "day")} (APPROVAL_MAX_DAYS)`,
            },
            ...(data.webhooksUseProxy ? [WEBHOOK_PROXY] : []),
          ]}
        />
      </Panel>
      <Panel title="Audit log">
        <DescriptionList
          items={[
            { name: "Events", value: formatCount(record.events) },
            {
              name: "Head of the hash chain",
              value: record.head === null ? "none yet" : <Digest value={record.head} whole />,
            },
            { name: "Last checkpoint", value: <LastCheckpoint checkpoint={record.lastCheckpoint} /> },
          ]}
        />
      </Panel>
    </Page>
  );
}

const WEBHOOK_PROXY = {
  name: "Webhooks",
  value: "through the proxy, except to NO_PROXY; the proxy must refuse private addresses (WEBHOOK_PROXY)",
};

function LastCheckpoint({ checkpoint }: { readonly checkpoint: { readonly seq: number; readonly at: string } | null }) {
  if (checkpoint === null) return "none yet: a checkpoint is signed every minute if the audit log has grown";
  return (
    <>
      event {formatCount(checkpoint.seq)}, signed <TimeText at={checkpoint.at} />
    </>
  );
}
