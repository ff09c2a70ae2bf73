"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Page } from "#components/ui/page.tsx";
import { PageHead } from "#components/ui/page-head.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { reformatJson } from "#lib/compose/reformat-json.ts";
import { routes } from "#lib/console/routes.ts";
import { printOrderedRequest, printOrderedResponse } from "#lib/contract/print-in-order.ts";
import { visible } from "#lib/format.ts";
import { Distribution } from "./distribution.tsx";
import styles from "./forecast-screen.module.css";
import { Provenance } from "./provenance.tsx";
import { Resolution } from "./resolution.tsx";
import { Timing } from "./timing.tsx";
import { TracePanel } from "./trace-panel.tsx";

/** One recorded forecast, from the answer down to the bytes. */
export function ForecastScreen({ requestId }: { readonly requestId: string }) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.forecasts.get.queryOptions({ requestId }));
  const { request, response, options, trace } = data;
  // A question may be a page long: its first line is what it is called.
  const [headline = "", ...rest] = request.task.instructions.trim().split("\n");
  return (
    <Page>
      <PageHead
        title={visible(headline)}
        about={
          <>
            {rest.length > 0 && <span className={styles.question}>{visible(rest.join("\n").trim())}</span>}
            Forecast of <TimeText at={response.generated_at} />, from what was known on{" "}
            <TimeText at={response.input_as_of} />
          </>
        }
        actions={
          <>
            <Link href={routes.compare([requestId])}>Compare with others</Link>
            <Link href={routes.overTime({ task: data.taskId })}>This task over time</Link>
            <Link href={routes.newDraft({ forecast: requestId })} prefetch={false}>
              Start from this
            </Link>
          </>
        }
      />
      <div className={styles.columns}>
        <div>
          <Distribution options={options} criteria={request.task.criteria} result={response.result} />
          <TracePanel trace={trace} request={request} />
        </div>
        <div>
          <Timing timing={response.timing} />
          <Resolution task={request.task} />
          <Provenance forecast={data} />
        </div>
      </div>
      <div className={styles.raw}>
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
      </div>
    </Page>
  );
}
