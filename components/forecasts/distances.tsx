import { Table } from "#components/ui/table.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { nameOf } from "./name-of.ts";

/** How far apart each pair is as a whole: 0 where they say the same, 1 where they exclude each other. */
export function Distances({ pairs }: { readonly pairs: Outputs["forecasts"]["compare"]["pairs"] }) {
  return (
    <Table label="Distances between forecasts">
      <thead>
        <tr>
          <th scope="col">Pair</th>
          <th scope="col" data-number>
            Total variation
          </th>
          <th scope="col" data-number>
            Jensen–Shannon
          </th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ first, second, totalVariation, jensenShannon }) => (
          <tr key={`${first} ${second}`}>
            <th scope="row">
              {nameOf(first)} and {nameOf(second)}
            </th>
            {totalVariation === null || jensenShannon === null ? (
              <td colSpan={2}>none: their options differ</td>
            ) : (
              <>
                <td data-number>{totalVariation.toFixed(3)}</td>
                <td data-number>{jensenShannon.toFixed(3)}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
