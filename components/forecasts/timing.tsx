import { Box, Flex } from "@mantine/core";
import { DataTable } from "#components/ui/data-table.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Timing as Times } from "#lib/contract/response.ts";
import { formatDuration } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { timingParts } from "./timing-parts.ts";

export function Timing({ timing }: { readonly timing: Times }) {
  const parts = timingParts(timing);
  const whole = parts.reduce((sum, { ms }) => sum + ms, 0);
  const share = (ms: number) => (whole === 0 ? 0 : ms / whole);
  return (
    <Panel title="Timing" aside={timing.cold_start ? <strong>Cold start</strong> : "Warm start"}>
      <Flex h={18} gap={1} mb={6} aria-hidden="true">
        {parts.map(({ name, ms, colour }) => (
          <Box key={name} component="span" w={`${share(ms) * 100}%`} bg={`var(--part-${colour})`} />
        ))}
      </Flex>
      <DataTable
        label="Parts of the response time"
        rows={[...parts, { name: "Total", ms: timing.gateway_total_ms, colour: undefined }]}
        keyOf={({ name }) => name}
        columns={[
          {
            name: "Part of the response time",
            isName: true,
            show: ({ name, colour }) => (
              <>
                {colour !== undefined && (
                  <Box
                    component="span"
                    display="inline-block"
                    w={9}
                    h={9}
                    mr={8}
                    bg={`var(--part-${colour})`}
                    aria-hidden="true"
                  />
                )}
                {name}
              </>
            ),
          },
          { name: "Time", isNumber: true, show: ({ ms }) => formatDuration(ms) },
          {
            name: "Share",
            isNumber: true,
            show: ({ ms, colour }) => colour !== undefined && formatPercent(Math.min(1, share(ms))),
          },
        ]}
      />
    </Panel>
  );
}
