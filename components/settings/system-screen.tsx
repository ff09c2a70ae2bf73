"use client";

import { Button, Stack } from "@mantine/core";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { Bar } from "#components/ui/bar.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { DescriptionList } from "#components/ui/description-list.tsx";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { Link } from "#components/ui/link.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Permitted } from "#components/ui/permitted.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { UsagePanel } from "#components/ui/usage-panel.tsx";
import { OVERVIEW } from "#lib/console/lists.ts";
import { routes } from "#lib/console/routes.ts";
import { itemOfTokens, PAYER_LABELS, USAGE_DAYS } from "#lib/domain/token-usage.ts";
import { countOf, formatCount } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { DATABASE_STATES, MODEL_STATES } from "./readiness-states.tsx";

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

type LanguageModel = NonNullable<Outputs["system"]["status"]["languageModel"]>;

interface LanguagePanelProps {
  readonly model: LanguageModel;
}

/** The language model, the last failure of a call, and the last test of a whole forecast. */
function LanguagePanel({ model }: LanguagePanelProps) {
  const { name, provider, endpoint, package: packageName, failure } = model;
  return (
    <Panel title="Language model">
      <DescriptionList
        items={[
          { name: "Name", value: <code>{name}</code> },
          { name: "Provider", value: `${provider}, endpoint ${endpoint}, package ${packageName}` },
          ...(failure === null
            ? []
            : [{ name: "Last call failed", value: withWords(failure.detail, failure.upstream) }]),
          { name: "Test", value: <Test model={model} /> },
        ]}
      />
    </Panel>
  );
}

/** The result of the last test of a whole forecast, and the button that starts another one. */
function Test({ model: { test, isTesting } }: LanguagePanelProps) {
  const trpc = useTRPC();
  const start = useMutation(trpc.system.testModel.mutationOptions());
  return (
    <Stack gap="xs" align="start">
      {test === null && !isTesting && "not tested since the start"}
      {test !== null && (
        <span>
          <StatusBadge tone={test.passed ? "good" : "bad"}>{test.passed ? "passed" : "failed"}</StatusBadge>{" "}
          <TimeText at={test.at} />: {withWords(test.text, test.upstream)}
        </span>
      )}
      <Permitted to="administer">
        <Button size="xs" variant="default" loading={isTesting || start.isPending} onClick={() => start.mutate()}>
          Test the model
        </Button>
      </Permitted>
      <ErrorAlert title="The test was not started" error={start.error} />
    </Stack>
  );
}

function withWords(text: string, upstream: string | undefined): string {
  return upstream === undefined ? text : `${text} The model server’s words: “${upstream}”`;
}

interface OutcomesPanelProps {
  readonly counts: Outputs["system"]["status"]["outcomes"]["counts"];
  readonly hours: number;
}

function OutcomesPanel({ counts, hours }: OutcomesPanelProps) {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const title = `Requests in the last ${hours} hours`;
  if (total === 0) return <Panel title={title}>No requests. Requests without a valid API key are not recorded.</Panel>;
  return (
    <Panel title={title} aside={<Link href={routes.auditLog()}>Audit log</Link>}>
      <DataTable
        label={`${countOf(total, "request")} by code`}
        rows={counts}
        keyOf={({ code }) => code ?? ""}
        columns={[
          {
            name: "Outcome",
            isName: true,
            show: ({ code }) => (code === null ? "answered" : <Link href={routes.auditLog({ code })}>{code}</Link>),
          },
          { name: "Count", isNumber: true, show: ({ count }) => formatCount(count) },
          {
            name: "Share",
            width: "40%",
            show: ({ code, count }) => <Bar share={count / total} strong={code === null} />,
          },
        ]}
      />
    </Panel>
  );
}

type Status = Outputs["system"]["status"];

const LIMITS = {
  memory: "counted per process",
  redis: <StatusBadge tone="good">counted in Redis for all processes</StatusBadge>,
  memory_redis_not_answering: <StatusBadge tone="warn">counted per process: Redis is not responding</StatusBadge>,
};

const DURABILITY = {
  none: <StatusBadge tone="warn">a database crash may lose events</StatusBadge>,
  process: "survives a crash, not a power failure",
  power: "survives a power failure",
};
const KINDS = { embedded: "embedded (PGlite)", postgresql: "PostgreSQL" };

function ReadinessPanel({ status }: { readonly status: Status }) {
  const { readiness, release, modelVersion, modelServer, modelSince, adapter, database, load, limits } = status;
  return (
    <Panel title="Status">
      <DescriptionList
        items={[
          { name: "Model", value: MODEL_STATES[readiness.model] },
          ...(modelSince === null ? [] : [{ name: "Model status since", value: <TimeText at={modelSince} /> }]),
          { name: "Release", value: release },
          ...describeModel({ adapter, server: modelServer, version: modelVersion, load }),
          { name: "Database", value: DATABASE_STATES[readiness.database] },
          { name: "Database type", value: KINDS[database] },
          { name: "Durability", value: DURABILITY[readiness.durability] },
          { name: "Rate limits", value: LIMITS[readiness.limits] },
          ...(adapter === "llm" ? [itemOfTokens(limits.tokens, "MODEL_MONTHLY_TOKENS")] : []),
        ]}
      />
    </Panel>
  );
}

type Candidate = NonNullable<Status["candidate"]>;

const CANDIDATE_STATES = {
  ready: <StatusBadge tone="good">Ready</StatusBadge>,
  loading: <StatusBadge tone="warn">Loading</StatusBadge>,
  offline: <StatusBadge tone="bad">Offline</StatusBadge>,
  refused: <StatusBadge tone="bad">API key refused by the model server</StatusBadge>,
  unclear: <StatusBadge tone="warn">Unknown: the model server reports no status</StatusBadge>,
};

/** The candidate never answers callers, so its state does not affect the readiness of the gateway. */
function CandidatePanel({ candidate }: { readonly candidate: Candidate }) {
  const { readiness, adapter, share, tokens } = candidate;
  return (
    <Panel title="Candidate model" aside={<Link href={routes.candidate}>Comparison with the release</Link>}>
      <DescriptionList
        items={[
          { name: "Candidate", value: CANDIDATE_STATES[readiness] },
          { name: "Share of questions", value: formatPercent(share) },
          ...describeModel(candidate),
          ...(adapter === "llm" ? [itemOfTokens(tokens, "CANDIDATE_MODEL_MONTHLY_TOKENS")] : []),
        ]}
      />
    </Panel>
  );
}

/** A model server reports its version with its answers, so a shown version may be that of an earlier answer. */
function describeModel({ adapter, server, version, load }: Pick<Candidate, "adapter" | "server" | "version" | "load">) {
  return [
    {
      name: server === null ? "Model version" : "Last reported model version",
      value: version === null ? "known after the first answer" : <code>{version}</code>,
    },
    { name: "Adapter", value: server === null ? adapter : `${adapter}, ${server}` },
    {
      name: "Load",
      value: `${load.taken} of ${formatCount(load.slots)} slots in use, ${load.waiting} of ${formatCount(load.mayWait)} waiting`,
    },
  ];
}
