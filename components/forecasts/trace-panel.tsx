import { Box, Stack, Text } from "@mantine/core";
import { IconEyeOff } from "@tabler/icons-react";
import { useState } from "react";
import { Bar } from "#components/ui/bar.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { DescriptionList } from "#components/ui/description-list.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { COLUMN_LENGTH, nameOption, type OptionLabels, optionLabels } from "#lib/domain/option-label.ts";
import { countOf, visible } from "#lib/format.ts";
import { rangeOrder } from "#lib/series/range-order.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { probabilityOrder } from "#lib/stats/order-options.ts";
import type { LanguageTrace } from "#lib/trace/read-language-trace.ts";
import type { PoolTrace } from "#lib/trace/read-trace.ts";
import type { Step } from "#lib/trace/step.ts";
import { describeStep, nameStep } from "./describe-step.ts";
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

const METHODS = { verbalised: "probabilities stated in the answer", logprobs: "probabilities of the first token" };

function SamplesAsked({ trace }: { readonly trace: LanguageTrace }) {
  const { method, samples, orders, rejected, normalised, spread, kept, cold_start: coldStart } = trace;
  return (
    <>
      <p>
        The language model was called {samples === 1 ? "once" : `${samples} times`}, with {countOf(orders, "order")} of
        the options. Each call included all observations. The result is the mean of the answers in log space
        {method === "verbalised" && ", shrunk towards equal probabilities if the answers disagree"}.
      </p>
      <DescriptionList
        items={[
          { name: "Method", value: METHODS[method] },
          { name: "Answers used", value: `${samples - rejected.length} of ${samples}` },
          ...rejected.map(({ sample, reason }) => ({ name: `Answer ${sample + 1} was excluded`, value: reason })),
          ...normalised.map(({ sample, percent }) => ({
            name: `Answer ${sample + 1} was normalised`,
            value: `the probabilities added up to ${percent} %`,
          })),
          {
            name: "Spread between answers",
            value: spread === null ? "unknown: there is only one answer" : formatSpread(spread),
          },
          { name: "Distance from equal probabilities", value: `${formatPercent(kept)} kept after shrinkage` },
          {
            name: "Cold start",
            value: coldStart === null ? "unknown: the model server does not report cold starts" : formatYes(coldStart),
          },
        ]}
      />
    </>
  );
}

/** The spread measures how sensitive the model is to chance and to option order, not how accurate the model is. */
function formatSpread(spread: number): string {
  return `${spread.toFixed(3)} (mean Jensen–Shannon distance; 0: identical answers, 1: no overlap)`;
}

function formatYes(value: boolean): string {
  return value ? "yes" : "no";
}

interface StepsTableProps {
  readonly steps: readonly Step[];
  /** The options in the order of their columns. */
  readonly order: readonly string[];
  readonly labels: OptionLabels;
}

/** Shows the probabilities after each step from the observations to the answer, which is the last row. */
function StepsTable({ steps, order, labels }: StepsTableProps) {
  const last = steps.at(-1);
  return (
    <DataTable
      label="Steps to the answer"
      rows={steps}
      keyOf={(_, index) => index}
      fold="named"
      columns={[
        {
          name: "Step",
          isName: true,
          isText: true,
          narrow: "whole line",
          show: (step) => <Name step={step} isLast={step === last} />,
        },
        { name: "Weight", isNumber: true, show: (step) => isSource(step) && formatPercent(step.weight) },
        ...order.map((option): Column<Step> => {
          const name = nameOption(option, labels);
          return {
            name,
            head: (
              <Text span fz="xs" w={BAR_WIDTH} lineClamp={2} dir="auto" title={name} style={{ whiteSpace: "normal" }}>
                {name}
              </Text>
            ),
            width: BAR_WIDTH,
            show: (step) => <Cell share={step.probabilities[option] ?? 0} isLast={step === last} />,
          };
        }),
      ]}
    />
  );
}

function isSource(step: Step) {
  return step.step === "source" || step.step === "other sources";
}

/** Width of an option's bars. It is the same in all columns, so that all bars of the table have one scale. */
const BAR_WIDTH = 104;

interface CellProps {
  readonly share: number;
  readonly isLast: boolean;
}

function Cell({ share, isLast }: CellProps) {
  return (
    <Box w={BAR_WIDTH} title={String(share)}>
      <Text span fw={isLast ? 600 : 400}>
        {formatPercent(share)}
      </Text>
      <Box h={8}>
        <Bar share={share} strong={isLast} />
      </Box>
    </Box>
  );
}

function Name({ step, isLast }: { readonly step: Step; readonly isLast: boolean }) {
  const about = describeStep(step);
  return (
    <>
      <Text span display="block" fw={isLast ? 600 : 500} lineClamp={2} dir="auto" title={nameStep(step)}>
        {nameStep(step)}
      </Text>
      <Text span display="block" c="dimmed" size="xs" fw={400}>
        {about}
        {step.step === "source" && (
          <>
            {" · "}
            <TimeText at={step.at} />
          </>
        )}
      </Text>
    </>
  );
}
