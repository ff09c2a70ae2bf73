"use client";

import { NativeSelect, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { frameTime } from "#components/ui/charts/frame-time.ts";
import { LineChart } from "#components/ui/charts/line-chart.tsx";
import { Link } from "#components/ui/link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { nameOption, optionLabels } from "#lib/domain/option-label.ts";
import { nameOutcome } from "#lib/domain/outcomes.ts";
import { formatInstant, visible } from "#lib/format.ts";
import { OnlyLatest } from "./only-latest.tsx";
import { toSeries } from "./series.ts";

/** Maximum number of sources in the chart; more lines would be indistinguishable. */
const MAX_SOURCES = 5;

/**
 * Chart of one option's probability over time: in the forecasts of the question and in the first five sources. Renders
 * nothing if each of them has a single value.
 */
export function PathsPanel({ forecast }: { readonly forecast: Outputs["forecasts"]["get"] }) {
  const trpc = useTRPC();
  const { request, response, options, taskId, explanation } = forecast;
  const { criteria, resolution } = request.task;
  const [option, setOption] = useState(response.result.choice);
  // The forecasts are fetched in the browser, so that they do not delay the page.
  const { data } = useQuery(trpc.forecasts.overTime.queryOptions({ taskId }));
  const sources = explanation.sources.slice(0, MAX_SOURCES);
  const points = data?.points ?? [
    { asOf: response.input_as_of, requestId: response.request_id, probabilities: response.result.probabilities },
  ];
  if (points.length < 2 && sources.every(({ readings }) => readings.length < 2)) return null;
  const labels = optionLabels(criteria);
  const outcome = data?.outcome ?? null;
  const event = outcome === null ? undefined : { ...outcome, label: `outcome: ${nameOutcome(outcome.option, labels)}` };
  const frame = frameTime(
    [...points.map(({ asOf }) => asOf), ...sources.flatMap(({ readings }) => readings.map(({ at }) => at))],
    { resolvesAt: resolution.resolves_at, outcome: event },
  );
  const looks = toSeries(["Forecast", ...sources.map(({ name, kind }) => `${kind} ${name}`)]);
  return (
    <Panel
      title="History of the forecast and its sources"
      aside={<Link href={routes.overTime(taskId)}>Forecasts over time</Link>}
    >
      <Stack gap="xs" mb="xs">
        <OnlyLatest truncated={data?.truncated ?? false} />
        <NativeSelect
          label="Option"
          maw={420}
          value={option}
          onChange={(event) => setOption(event.currentTarget.value)}
          data={options.map((id) => ({ value: id, label: nameOption(id, labels) }))}
        />
      </Stack>
      <LineChart
        label="Probability of the option over time, in the forecasts and in each source"
        marks={frame.marks}
        ticks={frame.ticks}
        lines={looks.map(({ option: id, colour, sign }, index) => {
          const source = sources[index - 1];
          if (source === undefined) {
            const path = points.map(({ asOf, requestId, probabilities }) => ({
              x: frame.place(asOf),
              y: probabilities[option] ?? 0,
              at: `${formatInstant(asOf)} UTC`,
              href: routes.forecast(requestId),
            }));
            return { id, name: "Forecast", sign, colour, dashes: "none", isMain: true, points: path };
          }
          const path = source.readings.map(({ at, probabilities }) => ({
            x: frame.place(at),
            y: probabilities[option] ?? 0,
            at: `${formatInstant(at)} UTC`,
          }));
          return { id, name: visible(source.name), sign, colour, dashes: "5 3", points: path };
        })}
      />
      <Text c="dimmed" size="sm" pt="xs">
        Probabilities are in percent. A forecast is placed at its information cutoff, a source at the dates of its
        observations. The lines between points are a visual aid.
      </Text>
    </Panel>
  );
}
