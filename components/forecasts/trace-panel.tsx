import { Stack, Text } from "@mantine/core";
import { IconEyeOff } from "@tabler/icons-react";
import { useState } from "react";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { COLUMN_LENGTH, optionLabels } from "#lib/domain/option-label.ts";
import { countOf, visible } from "#lib/format.ts";
import { rangeOrder } from "#lib/series/range-order.ts";
import { probabilityOrder } from "#lib/stats/order-options.ts";
import type { PoolTrace } from "#lib/trace/read-trace.ts";
import { SamplesAsked } from "./samples-asked.tsx";
import { StepsTable } from "./steps-table.tsx";
import { UsedObservations } from "./used-observations.tsx";

type Forecast = Outputs["forecasts"]["get"];

/** Longer lists of observations are folded at first, because their influence takes time to compute. */
const MAX_UNFOLDED = 12;

export function TracePanel({ forecast }: { readonly forecast: Forecast }) {
  const { trace, request, response, explanation, series } = forecast;
  if (trace === null) return <Panel title="Explanation">The model did not report how it reached this answer.</Panel>;
  const { pool, language, steps } = explanation;
  return (
    <Panel title="Explanation">
      <Stack gap="md">
        {language !== null && <SamplesAsked trace={language} />}
        {steps.length > 0 && (
          <div>
            <Text c="dimmed">{introduce(explanation)}</Text>
            <StepsTable
              steps={steps}
              order={rangeOrder(series) ?? probabilityOrder(response.result.probabilities)}
              labels={optionLabels(request.task.criteria, COLUMN_LENGTH)}
            />
          </div>
        )}
        <SkippedSteps {...explanation} />
        {pool !== null && <Observations forecast={forecast} pool={pool} />}
        <details>
          <summary>Model trace</summary>
          <CodeBlock text={JSON.stringify(trace, null, 2)} what="trace" label="Trace JSON" />
        </details>
      </Stack>
    </Panel>
  );
}

function introduce({ pool, isComplete }: Forecast["explanation"]): string {
  if (!isComplete) {
    return "The steps of this model version cannot be recomputed. The table compares the answer with the latest probabilities of its sources.";
  }
  return pool === null
    ? "The answer was computed in these steps, from top to bottom."
    : "The answer was computed in these steps, from top to bottom. The weight of a source is its share of the embedded model’s answer.";
}

/** Says why a configured step was not applied. */
function SkippedSteps({ recalibration }: Forecast["explanation"]) {
  if (recalibration === null || !("fitted_on" in recalibration)) return null;
  return (
    <p>
      The answer was not recalibrated, because the calibration was fitted on another model version:{" "}
      <code>{recalibration.fitted_on}</code>.
    </p>
  );
}

function Observations({ forecast, pool }: { readonly forecast: Forecast; readonly pool: PoolTrace }) {
  const [isOpen, setOpen] = useState(pool.used.length <= MAX_UNFOLDED);
  return (
    <>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Used observations</summary>
        {isOpen && <UsedObservations forecast={forecast} used={pool.used} />}
      </details>
      <IgnoredObservations {...forecast.explanation} />
    </>
  );
}

function IgnoredObservations({ ignored }: Forecast["explanation"]) {
  if (ignored.length === 0) return null;
  const groups = [...Map.groupBy(ignored, ({ reason }) => reason)];
  return (
    <div>
      <Text component="h3" mb={4}>
        <Icon of={IconEyeOff} /> {countOf(ignored.length, "observation")} not used by the embedded model
      </Text>
      {groups.map(([reason, items]) => (
        <p key={reason}>
          {items.map(({ observation }) => `No. ${observation + 1}`).join(", ")}: {visible(reason)}
        </p>
      ))}
    </div>
  );
}
