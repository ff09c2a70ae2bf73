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
import { nameOutcome } from "#lib/domain/outcomes.ts";
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
  /** The confirmed outcome, which takes the place of the answer. Its option is null if the question is void. */
  readonly outcome?: { readonly option: string | null } | null;
  /** More about the forecast, below the most probable option. */
  readonly children?: ReactNode;
}

export function AnswerPanel({ forecast, title = "Answer", outcome = null, children }: AnswerPanelProps) {
  const { request, response, options, series } = forecast;
  const ranges = rangeOrder(series);
  const [by, setBy] = useState(ranges === undefined ? "probability" : "value");
  const { criteria } = request.task;
  const { choice, probabilities } = response.result;
  const labels = fullOptionLabels(criteria);
  const notes = Object.fromEntries(topTie(probabilities).map((option) => [option, "tied"]));
  if (typeof outcome?.option === "string") notes[outcome.option] = "happened";
  return (
    <Panel title={title} aside={<NotVerified />}>
      <Grid gap={{ base: "lg", md: 48 }}>
        <GridCol span={{ base: 12, md: 5 }}>
          <Stack gap="md">
            <Box>
              {outcome === null ? (
                <>
                  <Box className="lead-figure" c="var(--accent)">
                    {formatPercent(probabilities[choice] ?? 0)}
                  </Box>
                  <Text fz={17} fw={600} lh={1.35} mt={10} dir="auto">
                    {nameOption(choice, labels)}
                  </Text>
                  <Text c="dimmed" mt={4}>
                    {describeDistribution(response.result, optionLabels(criteria))}
                  </Text>
                </>
              ) : (
                <Text fz={26} fw={650} lh={1.2} c="var(--accent)" dir="auto">
                  {nameOutcome(outcome.option, labels)}
                </Text>
              )}
              {children}
            </Box>
            <Stack gap={6}>
              <Approval approval={forecast.approval} />
              <Group gap={8} wrap="nowrap" align="start">
                <Icon of={IconCalendarEvent} />
                <span>
                  Resolution date: <TimeText exact at={request.task.resolution.resolves_at} />
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
              notes={notes}
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
  /** A note next to the probability, by option. */
  readonly notes: Readonly<Record<string, string>>;
}

export function DistributionBars({ order, probabilities, labels, notes }: DistributionBarsProps) {
  return (
    <figure className={styles.figure} aria-label="Probability of each option, from 0 to 100 %">
      {order.map((option) => (
        <div key={option} className={styles.row} data-marked={notes[option] === "happened" || undefined}>
          <span className={styles.option} title={option} dir="auto">
            {nameOption(option, labels)}
          </span>
          {notes[option] !== undefined && <span className={styles.tie}>{notes[option]}</span>}
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
