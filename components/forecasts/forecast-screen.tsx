"use client";

import { Button, Grid, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { DescriptionList } from "#components/ui/description-list.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { reformatJson } from "#lib/compose/reformat-json.ts";
import { routes } from "#lib/console/routes.ts";
import { printOrderedRequest, printOrderedResponse } from "#lib/contract/print-in-order.ts";
import { visible } from "#lib/format.ts";
import { Distribution } from "./distribution.tsx";
import { Provenance } from "./provenance.tsx";
import { ScorePanel } from "./score-panel.tsx";
import { Timing } from "./timing.tsx";
import { TracePanel } from "./trace-panel.tsx";

/** One recorded forecast, from the answer to the raw JSON. */
export function ForecastScreen({ requestId }: { readonly requestId: string }) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.forecasts.get.queryOptions({ requestId }));
  const { request, response, options, trace } = data;
  // A question may be a page long: its first line is the title.
  const [headline = "", ...rest] = request.task.instructions.trim().split("\n");
  return (
    <Page
      title={visible(headline)}
      about={
        <>
          {rest.length > 0 && (
            <Text c="var(--ink)" mb="xs" style={{ whiteSpace: "pre-line" }}>
              {visible(rest.join("\n").trim())}
            </Text>
          )}
          Forecast of <TimeText at={response.generated_at} />. Information cutoff:{" "}
          <TimeText at={response.input_as_of} />
        </>
      }
      actions={
        <>
          <Button component={Link} href={routes.compare([requestId])} variant="default">
            Compare with others
          </Button>
          <Button component={Link} href={routes.question(data.taskId)} variant="default">
            Question
          </Button>
          <Button component={Link} href={routes.overTime({ task: data.taskId })} variant="default">
            This task over time
          </Button>
          <Button component={Link} href={routes.newDraft({ forecast: requestId })} prefetch={false} variant="default">
            Start from this
          </Button>
        </>
      }
    >
      <Grid gap={{ base: "lg", md: 48 }}>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Distribution options={options} criteria={request.task.criteria} result={response.result} />
          <TracePanel trace={trace} request={request} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Panel title="Resolution">
            <DescriptionList
              items={[
                { name: "Resolution date", value: <TimeText at={request.task.resolution.resolves_at} /> },
                { name: "Resolution criteria", value: visible(request.task.resolution.criteria) },
              ]}
            />
          </Panel>
          <ScorePanel requestId={requestId} taskId={data.taskId} />
          <Provenance forecast={data} />
          <Timing timing={response.timing} />
        </Grid.Col>
        <Grid.Col span={12}>
          <Panel title="Raw JSON">
            <details>
              <summary>The answer, as it was sent</summary>
              <CodeBlock
                text={reformatJson(printOrderedResponse(response, options), 2)}
                what="answer"
                label="The answer as JSON"
              />
            </details>
            <details>
              <summary>The request</summary>
              <CodeBlock text={reformatJson(printOrderedRequest(data), 2)} what="request" label="The request as JSON" />
            </details>
          </Panel>
        </Grid.Col>
      </Grid>
    </Page>
  );
}
