import { Fragment } from "react";
import { Table } from "#components/ui/table.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { formatPercent, formatPoints } from "#lib/stats/format-percent.ts";
import { Letter } from "./letter.tsx";
import { nameOf } from "./name-of.ts";

/** Every option with its probability in each forecast, and how far that is from the first's. */
export function OptionsTable({ options }: { readonly options: Outputs["forecasts"]["compare"]["options"] }) {
  const places = options[0]?.probabilities.map((_, place) => place) ?? [];
  return (
    <Table label="Probabilities and differences">
      <thead>
        <tr>
          <th scope="col">Option</th>
          {places.map((place) => (
            <Fragment key={place}>
              <th scope="col" data-number>
                <Letter place={place} />
              </th>
              {place > 0 && (
                <th scope="col" data-number>
                  {nameOf(place)} − {nameOf(0)}
                </th>
              )}
            </Fragment>
          ))}
        </tr>
      </thead>
      <tbody>
        {options.map(({ option, probabilities, differences }) => (
          <tr key={option}>
            <th scope="row">{option}</th>
            {places.map((place) => (
              <Fragment key={place}>
                <td data-number title={String(probabilities[place] ?? "")}>
                  {show(probabilities[place], formatPercent, "not an option")}
                </td>
                {place > 0 && <td data-number>{show(differences[place], formatPoints, "—")}</td>}
              </Fragment>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function show(value: number | null | undefined, format: (value: number) => string, none: string): string {
  return value === null || value === undefined ? none : format(value);
}
