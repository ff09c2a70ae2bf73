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

/** The model's trace: the observations that it reports as used and ignored. */
export function TracePanel({ forecast }: { readonly forecast: Outputs["forecasts"]["get"] }) {
  const { trace, request, response } = forecast;
  if (trace === null)
    return <Panel title="Why this answer">This model does not report how it reached its answer.</Panel>;
  const { pool, language, blend, blended, recalibration } = forecast.explanation;
  const { probabilities } = response.result;
  return (
    <Panel title="Why this answer">
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
            <summary>Every observation and its weight</summary>
            <UsedObservations trace={pool.trace} context={request.input.context} />
          </details>
        )}
        <details>
          <summary>Model trace</summary>
          <CodeBlock text={JSON.stringify(trace, null, 2)} what="trace" label="The trace as JSON" />
        </details>
      </Stack>
    </Panel>
  );
}

/** Observations that the model ignored, grouped by reason. */
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
