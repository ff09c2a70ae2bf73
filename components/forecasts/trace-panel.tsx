import { Stack, Text } from "@mantine/core";
import { IconEyeOff } from "@tabler/icons-react";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { countOf, visible } from "#lib/format.ts";
import { probabilityOrder } from "#lib/stats/order-options.ts";
import type { PoolTrace } from "#lib/trace/read-trace.ts";
import { BlendedAnswers } from "./blended-answers.tsx";
import { RecalibratedAnswer } from "./recalibrated-answer.tsx";
import { SamplesAsked } from "./samples-asked.tsx";
import { SourcesTable } from "./sources-panel.tsx";
import { UsedObservations } from "./used-observations.tsx";

export function TracePanel({ forecast }: { readonly forecast: Outputs["forecasts"]["get"] }) {
  const { trace, request, response } = forecast;
  if (trace === null) return <Panel title="Explanation">The model did not report how it reached this answer.</Panel>;
  const { pool, language, blend, blended, recalibration } = forecast.explanation;
  const { probabilities } = response.result;
  return (
    <Panel title="Explanation">
      <Stack gap="md">
        {pool !== null && pool.sources.length > 0 && (
          <SourcesTable
            sources={pool.sources}
            criteria={request.task.criteria}
            probabilities={probabilities}
            order={probabilityOrder(probabilities)}
          />
        )}
        {pool !== null && <IgnoredObservations ignored={pool.trace.ignored} />}
        {language !== null && <SamplesAsked trace={language} />}
        {blend !== null && <BlendedAnswers blend={blend} embedded={blended} request={request} />}
        {recalibration !== null && <RecalibratedAnswer recalibration={recalibration} />}
        {pool !== null && (
          <details>
            <summary>Weights of all observations</summary>
            <UsedObservations trace={pool.trace} context={request.input.context} />
          </details>
        )}
        <details>
          <summary>Model trace</summary>
          <CodeBlock text={JSON.stringify(trace, null, 2)} what="trace" label="Trace JSON" />
        </details>
      </Stack>
    </Panel>
  );
}

function IgnoredObservations({ ignored }: Pick<PoolTrace, "ignored">) {
  if (ignored.length === 0) return null;
  const groups = [...Map.groupBy(ignored, ({ reason }) => reason)];
  return (
    <div>
      <Text component="h3" mb={4}>
        <Icon of={IconEyeOff} /> {countOf(ignored.length, "observation")} not used
      </Text>
      {groups.map(([reason, items]) => (
        <p key={reason}>
          {items.map(({ observation }) => `No. ${observation + 1}`).join(", ")}: {visible(reason)}
        </p>
      ))}
    </div>
  );
}
