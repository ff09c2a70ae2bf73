"use client";

import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { describeQuestionScores } from "#components/forecasts/describe-score.ts";
import { EntryDetails, EntryState } from "#components/outcomes/entry-state.tsx";
import type { OutcomeAction } from "#components/outcomes/outcome-dialog.tsx";
import { DividedList } from "#components/ui/divided-list.tsx";
import { lazily } from "#components/ui/lazily.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Permitted } from "#components/ui/permitted.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { criteriaOf, fullOptionLabels } from "#lib/domain/option-label.ts";

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
      <p>{describeQuestionScores(question)}</p>
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
