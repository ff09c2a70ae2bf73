"use client";

import { SegmentedControl, Stack } from "@mantine/core";
import { useState } from "react";
import { Panel } from "#components/ui/panel.tsx";
import { probabilityOrder, topTie } from "#lib/stats/order-options.ts";
import { describeDistribution } from "./describe-distribution.ts";
import { DistributionBars } from "./distribution-bars.tsx";
import { DistributionTable } from "./distribution-table.tsx";
import { NotVerified } from "./not-verified.tsx";

interface DistributionProps {
  /** The option ids in the caller's order. */
  readonly options: readonly string[];
  readonly criteria: Readonly<Record<string, string | null>>;
  readonly result: { readonly choice: string; readonly probabilities: Readonly<Record<string, number>> };
}

/** The probabilities as a sentence, as bars, and as a table with the exact values. */
export function Distribution({ options, criteria, result }: DistributionProps) {
  const [by, setBy] = useState("probability");
  const { probabilities } = result;
  const order = by === "probability" ? probabilityOrder(probabilities) : options;
  const tied = topTie(probabilities);
  return (
    <Panel title="Probabilities" aside={<NotVerified />}>
      <Stack gap="sm">
        <p>{describeDistribution(result)}</p>
        <SegmentedControl
          style={{ alignSelf: "start" }}
          size="xs"
          value={by}
          onChange={setBy}
          data={[
            { value: "probability", label: "By probability" },
            { value: "caller", label: "In the caller’s order" },
          ]}
          aria-label="Order of the options"
        />
        <DistributionBars order={order} probabilities={probabilities} tied={tied} />
        <DistributionTable order={order} probabilities={probabilities} criteria={criteria} tied={tied} />
      </Stack>
    </Panel>
  );
}
