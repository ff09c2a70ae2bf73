import { Box, Group, Stack, Text } from "@mantine/core";
import { lazy, Suspense } from "react";
import { DataTable } from "#components/ui/data-table.tsx";
import { DescriptionList } from "#components/ui/description-list.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Observation, PredictionRequest } from "#lib/contract/request.ts";
import { countOf, formatInstant, visible } from "#lib/format.ts";
import { describeTimes, placeTimes } from "./describe-times.ts";
import { Marked } from "./marked.tsx";
import { Observations, type ShownRequest } from "./observations.tsx";
import { Prose } from "./prose.tsx";
import styles from "./time-line.module.css";

// Loaded lazily, because few requests contain a series.
const RequestSeries = lazy(() =>
  import("#components/ui/series/request-series.tsx").then((module) => ({ default: module.RequestSeries })),
);

export function Content({ request, options, findings }: ShownRequest) {
  const { task, input } = request;
  return (
    <>
      <Panel title="Question">
        <Prose>
          <Marked text={task.instructions} path="/task/instructions" findings={findings} />
        </Prose>
      </Panel>
      <Panel title="Options" aside={countOf(options.length, "option")}>
        <DataTable
          label="Options and their descriptions"
          rows={options}
          keyOf={(option) => option}
          columns={[
            { name: "Option", isName: true, show: (option) => option },
            {
              name: "Description",
              isText: true,
              show: (option) => <Prose>{visible(task.criteria[option] ?? "—")}</Prose>,
            },
          ]}
        />
      </Panel>
      <Panel title="Resolution">
        <DescriptionList
          items={[
            {
              name: "Resolution criteria",
              value: (
                <Prose>
                  <Marked text={task.resolution.criteria} path="/task/resolution/criteria" findings={findings} />
                </Prose>
              ),
            },
            { name: "Resolution date", value: <TimeText exact at={task.resolution.resolves_at} /> },
          ]}
        />
      </Panel>
      <Panel title="Observations" aside={countOf(input.context.length, "observation")}>
        <TimeLine request={request} />
        {input.context.some(isMeasured) && (
          <Box mb="md">
            <Suspense>
              <RequestSeries request={request} />
            </Suspense>
          </Box>
        )}
        <Observations request={request} options={options} findings={findings} />
      </Panel>
    </>
  );
}

const isMeasured = (one: Observation) =>
  one.type === "structured" && (one.data.kind === "measurement" || one.data.kind === "history");

/** Timeline of the observations, the information cutoff and the resolution date. Screen readers get only the caption. */
function TimeLine({ request }: { readonly request: PredictionRequest }) {
  const { context, as_of: asOf } = request.input;
  const { resolves_at: resolvesAt } = request.task.resolution;
  const seen = context.map(({ observed_at: observedAt }) => observedAt);
  const place = placeTimes(seen, asOf, resolvesAt);
  const position = (at: string) => `${100 * place(at)}%`;
  return (
    <Stack component="figure" gap={8} m={0} mb={14}>
      <div className={styles.track} aria-hidden="true">
        <span className={styles.known} style={{ width: position(asOf) }} />
        {[...new Set(seen)].map((at) => (
          <span key={at} className={styles.seen} style={{ left: position(at) }} title={`${formatInstant(at)} UTC`} />
        ))}
        <span className={styles.cutoff} style={{ left: position(asOf) }} />
        <span className={styles.end} />
      </div>
      <Group className={styles.key ?? ""} gap="2px 20px" fz={12} c="dimmed" aria-hidden="true">
        <span>
          <i className={styles.seenKey} /> observed
        </span>
        <span>
          <i className={styles.cutoffKey} /> information cutoff {formatInstant(asOf)}
        </span>
        <span>
          <i className={styles.endKey} /> resolution date {formatInstant(resolvesAt)}
        </span>
      </Group>
      <Text component="figcaption" c="dimmed" maw="76ch">
        {describeTimes(seen, asOf, resolvesAt)}
      </Text>
    </Stack>
  );
}
