import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Digest } from "#components/ui/digest.tsx";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import { Link } from "#components/ui/link.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { nameOption } from "#lib/domain/option-label.ts";
import { visible } from "#lib/format.ts";
import { formatPercent, formatPoints } from "#lib/stats/format-percent.ts";
import { nameOf } from "./describe-comparison.ts";
import { Letter } from "./letter.tsx";

type Comparison = Outputs["forecasts"]["compare"];
type Compared = Comparison["forecasts"][number];

const PROPERTIES: readonly { readonly name: string; readonly show: (forecast: Compared) => ReactNode }[] = [
  {
    name: "Question",
    show: ({ instructions }) => (
      <Text miw={180} maw="46ch" lineClamp={4} title={visible(instructions)}>
        <ForeignText text={instructions} />
      </Text>
    ),
  },
  { name: "Choice", show: ({ choice, choiceLabel }) => <span title={choice}>{choiceLabel}</span> },
  { name: "Information cutoff", show: ({ asOf }) => <TimeText exact at={asOf} /> },
  { name: "Made", show: ({ generatedAt }) => <TimeText exact at={generatedAt} /> },
  { name: "Release", show: ({ release }) => release },
  { name: "Model version", show: ({ modelVersion }) => <Digest value={modelVersion} /> },
  { name: "Input", show: ({ inputId }) => <Digest value={inputId} /> },
  { name: "Requested by", show: ({ askedBy }) => askedBy },
];

export function ComparedTable({ forecasts }: { readonly forecasts: readonly Compared[] }) {
  const ids = forecasts.map(({ requestId }) => requestId);
  return (
    <DataTable
      label="Compared forecasts"
      rows={PROPERTIES}
      keyOf={({ name }) => name}
      columns={[
        { name: "Property", isName: true, show: ({ name }) => name },
        ...forecasts.map((forecast, index) => ({
          name: forecast.requestId,
          isText: true,
          head: (
            <>
              <Letter index={index} />{" "}
              <Link href={routes.forecast(forecast.requestId)} style={{ marginInlineEnd: 12 }}>
                Forecast {nameOf(index)}
              </Link>
              <Link
                href={routes.compare(ids.filter((id) => id !== forecast.requestId))}
                aria-label={`Remove forecast ${nameOf(index)}`}
              >
                Remove
              </Link>
            </>
          ),
          show: ({ show }: (typeof PROPERTIES)[number]) => show(forecast),
        })),
      ]}
    />
  );
}

/** Table of the distance between each pair of forecasts: 0 for equal distributions, 1 for distributions without overlap. */
export function Distances({ pairs }: { readonly pairs: Comparison["pairs"] }) {
  return (
    <DataTable
      label="Distances between forecasts"
      rows={pairs}
      keyOf={({ first, second }) => `${first} ${second}`}
      columns={[
        { name: "Pair", isName: true, show: ({ first, second }) => `${nameOf(first)} and ${nameOf(second)}` },
        {
          name: "Total variation",
          isNumber: true,
          show: ({ totalVariation }) => totalVariation?.toFixed(3) ?? "not defined: the options differ",
        },
        { name: "Jensen–Shannon", isNumber: true, show: ({ jensenShannon }) => jensenShannon?.toFixed(3) ?? "—" },
      ]}
    />
  );
}

export function OptionsTable({ options, labels }: Pick<Comparison, "options" | "labels">) {
  const columns = options[0]?.probabilities.flatMap((_, index): Column<Comparison["options"][number]>[] => [
    {
      name: nameOf(index),
      head: <Letter index={index} />,
      isNumber: true,
      show: ({ probabilities }) => (
        <span title={String(probabilities[index] ?? "")}>
          {show(probabilities[index], formatPercent, "not an option")}
        </span>
      ),
    },
    {
      name: `${nameOf(index)} − ${nameOf(0)}`,
      isNumber: true,
      show: ({ differences }) => show(differences[index], formatPoints, "—"),
    },
  ]);
  return (
    <DataTable
      label="Probabilities and differences"
      rows={options}
      keyOf={({ option }) => option}
      columns={[
        { name: "Option", isName: true, isText: true, show: ({ option }) => nameOption(option, labels) },
        // Drops the column for the difference of the first forecast from itself.
        ...(columns ?? []).filter((_, index) => index !== 1),
      ]}
    />
  );
}

function show(value: number | null | undefined, format: (value: number) => string, none: string): string {
  return value === null || value === undefined ? none : format(value);
}
