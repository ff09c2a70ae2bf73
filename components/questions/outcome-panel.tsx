"use client";

import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { EntryDetails, EntryState } from "#components/outcomes/entry-state.tsx";
import type { OutcomeAction } from "#components/outcomes/outcome-dialog.tsx";
import { DividedList } from "#components/ui/divided-list.tsx";
import { lazily } from "#components/ui/lazily.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Permitted } from "#components/ui/permitted.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { criteriaOf, fullOptionLabels } from "#lib/domain/option-label.ts";
import { countOf, formatScore } from "#lib/format.ts";

const OutcomeDialog = lazily(async () => (await import("#components/outcomes/outcome-dialog.tsx")).OutcomeDialog);

type Question = Outputs["questions"]["get"];

export function OutcomePanel({ question }: { readonly question: Question }) {
  const [action, setAction] = useState<OutcomeAction>();
  const { options, unconfirmed, confirmed, entries, may } = question;
  const labels = fullOptionLabels(criteriaOf(options));
  return (
    <Panel title="Outcome and scores">
      {entries.length === 0 && <p>No outcome has been recorded.</p>}
      <DividedList label="Recorded outcomes">
        {entries.map((entry) => (
          <li key={entry.outcomeId}>
            <EntryState entry={entry} labels={labels} />
            <EntryDetails entry={entry} />
          </li>
        ))}
      </DividedList>
      <p>{describeScores(question)}</p>
      <Group gap="xs" pt="xs">
        {unconfirmed !== null && may.confirm === null && (
          <Button onClick={() => setAction({ what: "confirm", question, entry: unconfirmed })}>Confirm outcome</Button>
        )}
        <Permitted to="submit">
          <Button variant="default" onClick={() => setAction({ what: "record", question })}>
            {unconfirmed === null && confirmed === null ? "Record outcome" : "Correct outcome"}
          </Button>
        </Permitted>
      </Group>
      {unconfirmed !== null && may.confirm !== null && <p>{may.confirm}</p>}
      {action !== undefined && <OutcomeDialog action={action} onClose={() => setAction(undefined)} />}
    </Panel>
  );
}

function describeScores({ scores, confirmed }: Question): string {
  if (scores !== null) {
    const { forecasts, brier, log } = scores;
    return `${countOf(forecasts, "forecast")} scored: mean Brier score ${formatScore(brier)}, mean log score ${formatScore(log)}.`;
  }
  if (confirmed === null) return "Forecasts are scored once an outcome is confirmed.";
  if (confirmed.option === null) return "Not scored: the outcome is void.";
  return "Not scored: no forecast was made before the question was decided.";
}
