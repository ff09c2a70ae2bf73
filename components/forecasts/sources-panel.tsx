import { Box, Stack, Text } from "@mantine/core";
import { IconCalculator, IconChartLine, IconSpeakerphone } from "@tabler/icons-react";
import { Bar } from "#components/ui/bar.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Criteria, fullOptionLabels, nameOption } from "#lib/domain/option-label.ts";
import { countOf, visible } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import type { Source } from "#lib/trace/read-sources.ts";

interface SourcesProps {
  readonly sources: readonly Source[];
  readonly criteria: Criteria;
  readonly probabilities: Readonly<Record<string, number>>;
  readonly order: readonly string[];
}

/** Maximum number of sources with a column; more columns would be unreadable. */
const MAX_SHOWN = 4;

const SOURCE_KINDS = {
  forecast: { icon: IconSpeakerphone, about: "forecast" },
  counts: { icon: IconCalculator, about: "share of past cases" },
  series: { icon: IconChartLine, about: "computed from measurements" },
} as const;

export function SourcesTable({ sources, criteria, probabilities, order }: SourcesProps) {
  const labels = fullOptionLabels(criteria);
  const shown = sources.slice(0, MAX_SHOWN);
  const rest = sources.slice(MAX_SHOWN);
  const columns = shown.map(
    (source): Column<string> => ({
      name: visible(source.name),
      head: <Head source={source} />,
      show: (option) => <Cell share={source.last.probabilities[option] ?? 0} strong={false} />,
    }),
  );
  return (
    <Stack gap="xs">
      <Text c="dimmed">
        The answer is the weighted mean, in log space, of the latest forecasts of {countOf(sources.length, "source")}.
      </Text>
      <DataTable
        label="Comparison of the result with its sources"
        rows={order}
        keyOf={(option) => option}
        fold="named"
        columns={[
          {
            name: "Option",
            isName: true,
            isText: true,
            width: "26%",
            narrow: "whole line",
            show: (option) => (
              <Text span lineClamp={3} dir="auto" title={option}>
                {nameOption(option, labels)}
              </Text>
            ),
          },
          {
            name: "Result",
            head: <strong>Result</strong>,
            show: (option) => <Cell share={probabilities[option] ?? 0} strong />,
          },
          ...columns,
        ]}
      />
      {rest.length > 0 && (
        <Text c="dimmed" size="sm">
          Not shown: {countOf(rest.length, "more source")} with a combined weight of{" "}
          {formatPercent(rest.reduce((sum, { weight }) => sum + weight, 0))}.
        </Text>
      )}
    </Stack>
  );
}

function Head({ source }: { readonly source: Source }) {
  const { icon, about } = SOURCE_KINDS[source.kind];
  return (
    <Box style={{ whiteSpace: "normal" }} maw={200}>
      <Text span fz="xs" fw={600} c="var(--ink)" lineClamp={2} dir="auto" title={visible(source.name)}>
        {visible(source.name)}
      </Text>
      <Text fz="xs">
        <Icon of={icon} size={13} /> {about}
      </Text>
      <Text fz="xs">
        weight {formatPercent(source.weight)}, <TimeText at={source.last.at} />
      </Text>
    </Box>
  );
}

function Cell({ share, strong }: { readonly share: number; readonly strong: boolean }) {
  return (
    <Box miw={72} w="100%" flex={1}>
      <Text span fw={strong ? 600 : 400}>
        {formatPercent(share)}
      </Text>
      <Box h={8}>
        <Bar share={share} strong={strong} />
      </Box>
    </Box>
  );
}
