import { ChangeRow } from "#components/ui/change-row.tsx";
import { DividedList } from "#components/ui/divided-list.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { countOf } from "#lib/format.ts";
import { nameOf } from "./describe-comparison.ts";

/** Longer lists of differences start collapsed, because the forecasts probably answer different questions. */
const FEW = 12;

export function WhatDiffers({ changes }: { readonly changes: Outputs["forecasts"]["compare"]["changes"] }) {
  return (
    <>
      {changes.map((list, index) => {
        const pair = `${nameOf(index + 1)} compared with ${nameOf(0)}`;
        if (list.length === 0) return <p key={pair}>{pair}: the same task and the same input.</p>;
        return (
          <details key={pair} open={list.length <= FEW}>
            <summary>
              {pair}: {countOf(list.length, "difference")}
            </summary>
            <DividedList>
              {list.map((change) => (
                <ChangeRow key={`${change.kind} ${change.path}`} change={change} />
              ))}
            </DividedList>
          </details>
        );
      })}
    </>
  );
}
