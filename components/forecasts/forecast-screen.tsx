"use client";

import { Stack, Text } from "@mantine/core";
import { IconColumns, IconCopyPlus, IconHelpCircle } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { DescriptionList } from "#components/ui/description-list.tsx";
import { Digest } from "#components/ui/digest.tsx";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Link } from "#components/ui/link.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { Page } from "#components/ui/page.tsx";
import { FoldedPanel, Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { reformatJson } from "#lib/compose/reformat-json.ts";
import { routes } from "#lib/console/routes.ts";
import { printOrderedRequest, printOrderedResponse } from "#lib/contract/print-in-order.ts";
import { type Criteria, fullOptionLabels, nameOption, optionLabels } from "#lib/domain/option-label.ts";
import type { TokenUsage } from "#lib/domain/token-usage.ts";
import { countOf, formatCount, formatMoney, formatScore } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { topTie } from "#lib/stats/order-options.ts";
import { AnswerPanel } from "./answer-panel.tsx";
import { describeAnswer, describeProof, describeShare } from "./describe-memo.ts";
import { ForecastSeries } from "./forecast-series.tsx";
import { HistoryPanel } from "./history-panel.tsx";
import { Timing } from "./timing.tsx";
import { TracePanel } from "./trace-panel.tsx";
import { WorthPanel } from "./worth-panel.tsx";

interface ForecastScreenProps {
  readonly requestId: string;
  /** URL of the download with the worth of the observations. */
  readonly worthFile: string;
}

export function ForecastScreen({ requestId, worthFile }: ForecastScreenProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.forecasts.get.queryOptions({ requestId }));
  const { request, response, options, taskId } = data;
  const { criteria, resolution, instructions } = request.task;
  const { probabilities } = response.result;
  // The title is only the first line of the question, because a question may be a page long.
  const [headline = "", ...rest] = instructions.trim().split("\n");
  return (
    <Page
      title={headline}
      about={
        <>
          {rest.length > 0 && (
            <Text c="var(--ink)" mb="xs" style={{ whiteSpace: "pre-line" }} dir="auto">
              <ForeignText text={rest.join("\n").trim()} />
            </Text>
          )}
          Forecast made <TimeText exact at={response.generated_at} />. Information cutoff:{" "}
          <TimeText exact at={response.input_as_of} />
        </>
      }
      actions={
        <>
          <NextStep href={routes.question(taskId)} label="Question" icon={<Icon of={IconHelpCircle} />} />
          <NextStep
            href={routes.forecasts({ task: taskId })}
            label="Compare with other forecasts"
            icon={<Icon of={IconColumns} />}
          />
          <NextStep
            href={routes.newDraft({ forecast: requestId })}
            label="Copy to new draft"
            icon={<Icon of={IconCopyPlus} />}
          />
        </>
      }
    >
      <Stack gap={16}>
        <div>
          <AnswerPanel forecast={data} />
          <Memo forecast={data} />
        </div>
        <div className="no-print">
          <ForecastSeries forecast={data} />
          <TracePanel forecast={data} />
          <WorthPanel requestId={requestId} context={request.input.context} file={worthFile} />
          <HistoryPanel forecast={data} />
        </div>
        <div>
          <div className="no-print">
            <ScorePanel requestId={requestId} taskId={taskId} criteria={criteria} />
          </div>
          <Panel title="Resolution">
            <DescriptionList
              items={[
                { name: "Resolution date", value: <TimeText exact at={resolution.resolves_at} /> },
                { name: "Resolution criteria", value: <ForeignText text={resolution.criteria} /> },
              ]}
            />
          </Panel>
        </div>
        <div className="no-print">
          <FoldedPanel title="Exact values, in the order of the request">
            <DistributionTable
              order={options}
              probabilities={probabilities}
              criteria={criteria}
              tied={topTie(probabilities)}
            />
          </FoldedPanel>
          <Timing timing={response.timing} />
          <Provenance forecast={data} />
          <FoldedPanel title="Response">
            <CodeBlock
              text={reformatJson(printOrderedResponse(response, options), 2)}
              what="response"
              label="Response JSON"
            />
          </FoldedPanel>
          <FoldedPanel title="Request">
            <CodeBlock text={reformatJson(printOrderedRequest(data), 2)} what="request" label="Request JSON" />
          </FoldedPanel>
        </div>
      </Stack>
    </Page>
  );
}

interface DistributionTableProps {
  readonly order: readonly string[];
  readonly probabilities: Readonly<Record<string, number>>;
  readonly criteria: Readonly<Record<string, string | null>>;
  readonly tied: readonly string[];
}

function DistributionTable({ order, probabilities, criteria, tied }: DistributionTableProps) {
  return (
    <DataTable
      label="Probability of each option"
      rows={order}
      keyOf={(option) => option}
      fold="named"
      columns={[
        { name: "Option", isName: true, show: (option) => `${option}${tied.includes(option) ? " (tied)" : ""}` },
        { name: "Description", isText: true, show: (option) => <ForeignText text={criteria[option] ?? "—"} /> },
        { name: "Percent", isNumber: true, show: (option) => formatPercent(probabilities[option] ?? 0) },
        { name: "Exact value", isNumber: true, show: (option) => <code>{probabilities[option]}</code> },
      ]}
    />
  );
}

/** Adds a sentence, the sources and the proof to the answer of a printed forecast. Hidden on screen. */
function Memo({ forecast }: { readonly forecast: Outputs["forecasts"]["get"] }) {
  const { request, response, explanation, event } = forecast;
  const { choice: option, probabilities } = response.result;
  const answer = { option, probabilities, labels: optionLabels(request.task.criteria) };
  const dates = { asOf: request.input.as_of, resolvesAt: request.task.resolution.resolves_at };
  return (
    <div className="print-only">
      <Panel title="Summary">{describeAnswer({ ...answer, ...dates })}</Panel>
      {explanation.sources.length > 0 && (
        <Panel title="Sources">
          <ul className="plain-list">
            {explanation.sources.map((source) => (
              <li key={`${source.kind} ${source.name}`}>{describeShare(source, option)}</li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel title="Proof">
        {describeProof(event)} Request id: {response.request_id}. Model: {response.model}, {response.model_version}.
      </Panel>
    </div>
  );
}

interface ScorePanelProps {
  readonly requestId: string;
  readonly taskId: string;
  readonly criteria: Criteria;
}

function ScorePanel({ requestId, taskId, criteria }: ScorePanelProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.outcomes.scoreOf.queryOptions({ requestId }));
  if (!data.scored) {
    return (
      <Panel title="Outcome and score">
        Not scored. {data.message} <Link href={routes.question(taskId)}>Go to question</Link>
      </Panel>
    );
  }
  return (
    <Panel title="Outcome and score">
      <DescriptionList
        items={[
          { name: "Outcome", value: <strong>{nameOption(data.option, fullOptionLabels(criteria))}</strong> },
          { name: "Decided at", value: <TimeText exact at={data.happenedAt} /> },
          { name: "Counted in the track record from", value: <TimeText exact at={data.countsFrom} /> },
          { name: "Probability of the outcome", value: formatPercent(data.probability) },
          { name: "Brier score (0 to 2)", value: formatScore(data.brier) },
          { name: "Log score (nats)", value: formatScore(data.log) },
          ...(data.rps === null ? [] : [{ name: "Ranked probability score (0 to 1)", value: formatScore(data.rps) }]),
        ]}
      />
    </Panel>
  );
}

const ACTORS = { credential: "API key", member: "member", system: "the gateway" } as const;

function Provenance({ forecast }: { readonly forecast: Outputs["forecasts"]["get"] }) {
  const { response, askedBy, taskId, trainingCutoff, usage, event } = forecast;
  return (
    <FoldedPanel title="Provenance">
      <DescriptionList
        items={[
          { name: "Requested by", value: `${askedBy.name} (${ACTORS[askedBy.type]})` },
          { name: "Recorded at", value: <TimeText exact at={event.at} /> },
          {
            name: "Position in the audit log",
            value: (
              <>
                event {formatCount(event.seq)},{" "}
                <Link href={routes.auditLog({ request: response.request_id })}>audit event</Link>,{" "}
                <a href={routes.proofFile(event.seq)}>download proof</a> (<Link href={routes.verify}>verify</Link>)
              </>
            ),
          },
          { name: "Hash of the audit event", value: <Digest value={event.hash} whole /> },
          { name: "Release", value: response.model },
          { name: "Model version", value: <code>{response.model_version}</code> },
          ...(trainingCutoff === null ? [] : [{ name: "Training cutoff of the model", value: trainingCutoff }]),
          ...(usage === null ? [] : [{ name: "Token usage", value: describeUsage(usage) }]),
          { name: "Request id", value: <code>{response.request_id}</code> },
          { name: "Input id", value: <Digest value={response.input_id} whole /> },
          {
            name: "Task id",
            value: (
              <>
                <Digest value={taskId} whole />{" "}
                <Link href={routes.forecasts({ task: taskId })}>All forecasts of this question</Link>
              </>
            ),
          },
        ]}
      />
    </FoldedPanel>
  );
}

function describeUsage({
  input_tokens,
  cached_input_tokens,
  output_tokens,
  reasoning_tokens,
  cost,
}: TokenUsage): string {
  const cached = cached_input_tokens === 0 ? "" : ` (${formatCount(cached_input_tokens)} cached)`;
  const reasoning = reasoning_tokens === 0 ? "" : ` (${formatCount(reasoning_tokens)} for reasoning)`;
  const price = cost === undefined ? "" : `, ${formatMoney(cost.amount, cost.currency)}`;
  return `${countOf(input_tokens, "input token")}${cached}, ${countOf(output_tokens, "output token")}${reasoning}${price}`;
}
