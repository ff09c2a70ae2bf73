import { Box, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Bar } from "#components/ui/bar.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import type { Observation } from "#lib/contract/request.ts";
import { visible } from "#lib/format.ts";
import { formatDistance, formatPercent } from "#lib/stats/format-percent.ts";
import type { PoolTrace } from "#lib/trace/read-trace.ts";

type Used = PoolTrace["used"][number];

interface UsedObservationsProps {
  readonly forecast: Outputs["forecasts"]["get"];
  readonly used: readonly Used[];
}

const INFLUENCE_WIDTH = 150;

/** Shows the weight of each used observation and, where the embedded model can compute it, its influence. */
export function UsedObservations({ forecast, used }: UsedObservationsProps) {
  const trpc = useTRPC();
  const { request, response, explanation } = forecast;
  const { context } = request.input;
  // The influence of a recalibrated answer is unknown.
  const isMeasured = explanation.recalibration === null;
  // Fetched in the browser, so that many observations do not delay the page.
  const { data } = useQuery({
    ...trpc.forecasts.influence.queryOptions({ requestId: response.request_id }),
    enabled: isMeasured,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const influences = data?.ok ? data.observations : undefined;
  const largest = Math.max(Number.MIN_VALUE, ...(influences ?? []).map((size) => size ?? 0));
  const influence: Column<Used> = {
    name: "Influence",
    width: INFLUENCE_WIDTH,
    show({ observation }) {
      const size = influences?.[observation];
      return (
        <Box w={INFLUENCE_WIDTH}>
          {sayInfluence(size)}
          <Box h={8}>{typeof size === "number" && <Bar share={size / largest} />}</Box>
        </Box>
      );
    },
  };
  return (
    <div>
      {isMeasured && <Text c="dimmed">{describeInfluence(data)}</Text>}
      <DataTable
        label="Weights of the observations"
        rows={used}
        keyOf={({ observation }) => observation}
        fold="named"
        columns={[
          { name: "No.", isNumber: true, show: ({ observation }) => observation + 1 },
          {
            name: "Observation",
            isName: true,
            isText: true,
            show: ({ observation }) => describeObservation(context[observation]),
          },
          {
            name: "Observed",
            show({ observation }) {
              const at = context[observation]?.observed_at;
              return at !== undefined && <TimeText exact at={at} />;
            },
          },
          { name: "Weight", isNumber: true, show: ({ weight }) => formatWeight(weight) },
          ...(isMeasured ? [influence] : []),
        ]}
      />
    </div>
  );
}

function describeInfluence(influence: Outputs["forecasts"]["influence"] | undefined): string {
  if (influence?.ok === false) return `The influence of the observations is not available. ${influence.reason}`;
  return "Influence: how far the answer moves without the observation (total variation distance).";
}

function sayInfluence(size: number | null | undefined): string {
  if (size === undefined) return "–";
  return size === null ? "no answer without it" : formatDistance(size);
}

function formatWeight(weight: number): string {
  return weight >= 0 && weight <= 1 ? formatPercent(weight) : String(weight);
}

const MAX_SHOWN = 140;

/** Returns the text of an observation, or the kind and source of a structured observation. */
export function describeObservation(observation: Observation | undefined): string {
  if (observation === undefined) return "not part of the request";
  if (observation.type === "text") return `“${visible(cut(observation.text))}”`;
  const { kind, source, reference_class: referenceClass, series } = observation.data;
  const whose = [source, referenceClass, series].find((name) => typeof name === "string");
  const what = typeof kind === "string" ? kind : "structured";
  return visible(cut(whose === undefined ? what : `${what}: ${whose}`));
}

function cut(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)} …` : text;
}
