"use client";

import { Box, Grid, GridCol, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconCalendarEvent, IconUserCheck } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Bar } from "#components/ui/bar.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Link } from "#components/ui/link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { fullOptionLabels, nameOption, type OptionLabels, optionLabels } from "#lib/domain/option-label.ts";
import { rangeOrder } from "#lib/series/range-order.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { probabilityOrder, topTie } from "#lib/stats/order-options.ts";
import { describeDistribution } from "./describe-distribution.ts";
import styles from "./distribution-bars.module.css";
import { NotVerified } from "./not-verified.tsx";

type Forecast = Outputs["forecasts"]["get"];

interface AnswerPanelProps {
  readonly forecast: Forecast;
  readonly title?: string;
  /** More about the forecast, below the most probable option. */
  readonly children?: ReactNode;
}

export function AnswerPanel({ forecast, title = "Answer", children }: AnswerPanelProps) {
  const { request, response, options, series } = forecast;
  const ranges = rangeOrder(series);
  const [by, setBy] = useState(ranges === undefined ? "probability" : "value");
  const { criteria } = request.task;
  const { choice, probabilities } = response.result;
  const labels = fullOptionLabels(criteria);
  const tied = topTie(probabilities);
  return (
    <Panel title={title} aside={<NotVerified />}>
      <Grid gap={{ base: "lg", md: 48 }}>
        <GridCol span={{ base: 12, md: 5 }}>
          <Stack gap="md">
            <Box>
              <Box className="lead-figure" c="var(--accent)">
                {formatPercent(probabilities[choice] ?? 0)}
              </Box>
              <Text fz={17} fw={600} lh={1.35} mt={10} dir="auto">
                {nameOption(choice, labels)}
              </Text>
              <Text c="dimmed" mt={4}>
                {describeDistribution(response.result, optionLabels(criteria))}
              </Text>
              {children}
            </Box>
            <Stack gap={6}>
              <Approval approval={forecast.approval} />
              <Group gap={8} wrap="nowrap" align="start">
                <Icon of={IconCalendarEvent} />
                <span>
                  Resolves by <TimeText at={request.task.resolution.resolves_at} />
                </span>
              </Group>
            </Stack>
          </Stack>
        </GridCol>
        <GridCol span={{ base: 12, md: 7 }}>
          <Stack gap="sm">
            <SegmentedControl
              style={{ alignSelf: "start" }}
              size="xs"
              value={by}
              onChange={setBy}
              data={[
                { value: "probability", label: "By probability" },
                ranges === undefined
                  ? { value: "request", label: "As in the request" }
                  : { value: "value", label: "By value" },
              ]}
              aria-label="Order of the options"
            />
            <DistributionBars
              order={by === "probability" ? probabilityOrder(probabilities) : (ranges ?? options)}
              probabilities={probabilities}
              labels={labels}
              tied={tied}
            />
          </Stack>
        </GridCol>
      </Grid>
    </Panel>
  );
}

function Approval({ approval }: Pick<Forecast, "approval">) {
  if (approval === null) return null;
  const { reviewers, submissionId } = approval;
  return (
    <Group gap={8} wrap="nowrap" align="start">
      <Icon of={IconUserCheck} />
      <span>
        Evidence approved{reviewers.length > 0 && ` by ${reviewers.join(", ")}`}:{" "}
        <Link href={routes.submission(submissionId)}>submission and review</Link>
      </span>
    </Group>
  );
}

interface DistributionBarsProps {
  readonly order: readonly string[];
  readonly probabilities: Readonly<Record<string, number>>;
  readonly labels: OptionLabels;
  readonly tied: readonly string[];
}

function DistributionBars({ order, probabilities, labels, tied }: DistributionBarsProps) {
  return (
    <figure className={styles.figure} aria-label="Probability of each option, from 0 to 100 %">
      {order.map((option) => (
        <div key={option} className={styles.row}>
          <span className={styles.option} title={option} dir="auto">
            {nameOption(option, labels)}
          </span>
          {tied.includes(option) && <span className={styles.tie}>tied</span>}
          <span className={styles.value}>{formatPercent(probabilities[option] ?? 0)}</span>
          <span className={styles.bar}>
            <Bar share={probabilities[option] ?? 0} />
          </span>
        </div>
      ))}
      <div className={styles.marks} aria-hidden="true">
        {["0", "25", "50", "75", "100 %"].map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
      </div>
    </figure>
  );
}
