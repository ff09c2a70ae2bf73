import Link from "next/link";
import type { ReactNode } from "react";
import { Digest } from "#components/ui/digest.tsx";
import { Table } from "#components/ui/table.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { visible } from "#lib/format.ts";
import styles from "./compared-table.module.css";
import { Letter } from "./letter.tsx";
import { nameOf } from "./name-of.ts";

type Compared = Outputs["forecasts"]["compare"]["forecasts"][number];

const FACTS: readonly { readonly name: string; readonly show: (forecast: Compared) => ReactNode }[] = [
  { name: "Question", show: ({ instructions }) => <span className={styles.question}>{visible(instructions)}</span> },
  { name: "Choice", show: ({ choice }) => choice },
  { name: "Information cutoff", show: ({ asOf }) => <TimeText at={asOf} /> },
  { name: "Made", show: ({ generatedAt }) => <TimeText at={generatedAt} /> },
  { name: "Release", show: ({ release }) => release },
  { name: "Model version", show: ({ modelVersion }) => <Digest value={modelVersion} /> },
  { name: "Input", show: ({ inputId }) => <Digest value={inputId} /> },
  { name: "Asked by", show: ({ askedBy }) => askedBy },
];

/** What stands side by side: a column a forecast. */
export function ComparedTable({ forecasts }: { readonly forecasts: readonly Compared[] }) {
  const ids = forecasts.map(({ requestId }) => requestId);
  return (
    <Table label="The compared forecasts">
      <thead>
        <tr>
          <td />
          {forecasts.map(({ requestId }, place) => (
            <th key={requestId} scope="col">
              <Letter place={place} /> <Link href={routes.forecast(requestId)}>Forecast {nameOf(place)}</Link>{" "}
              <Link
                href={routes.compare(ids.filter((id) => id !== requestId))}
                aria-label={`Leave out forecast ${nameOf(place)}`}
              >
                Leave out
              </Link>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {FACTS.map(({ name, show }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {forecasts.map((forecast) => (
              <td key={forecast.requestId}>{show(forecast)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
