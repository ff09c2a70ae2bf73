"use client";

import { Stack, Text } from "@mantine/core";
import { IconColumns, IconCopyPlus, IconHelpCircle } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { DescriptionList } from "#components/ui/description-list.tsx";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { Page } from "#components/ui/page.tsx";
import { FoldedPanel, Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { reformatJson } from "#lib/compose/reformat-json.ts";
import { routes } from "#lib/console/routes.ts";
import { printOrderedRequest, printOrderedResponse } from "#lib/contract/print-in-order.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { topTie } from "#lib/stats/order-options.ts";
import { AnswerPanel } from "./answer-panel.tsx";
import { ForecastSeries } from "./forecast-series.tsx";
import { HistoryPanel } from "./history-panel.tsx";
import { Memo } from "./memo.tsx";
import { Provenance } from "./provenance.tsx";
import { ScorePanel } from "./score-panel.tsx";
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
