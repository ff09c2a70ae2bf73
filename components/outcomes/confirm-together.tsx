"use client";

import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { EachDialog } from "#components/ui/each-dialog.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { useEach } from "#components/ui/use-each.ts";
import { criteriaOf, fullOptionLabels } from "#lib/domain/option-label.ts";
import { OUTCOME_LABELS } from "#lib/domain/outcomes.ts";
import { countOf, visible } from "#lib/format.ts";
import { EntryDetails, EntryState } from "./entry-state.tsx";

type Listed = Outputs["outcomes"]["list"]["questions"][number];

interface ConfirmTogetherProps {
  readonly questions: readonly Listed[];
  readonly onClose: () => void;
}

/** Confirms several outcomes in one dialog. Each confirmation is sent separately and has its own audit event. */
export function ConfirmTogether({ questions, onClose }: ConfirmTogetherProps) {
  const trpc = useTRPC();
  const { mutateAsync } = useMutation(trpc.outcomes.confirm.mutationOptions());
  const each = useEach<Listed, Listed["unconfirmed"]>(questions);

  async function confirmEach() {
    await each.run(async ({ unconfirmed }) => {
      if (unconfirmed !== null) await mutateAsync({ outcomeId: unconfirmed.outcomeId });
      return unconfirmed;
    });
  }

  return (
    <EachDialog
      title={`Confirm ${countOf(each.items.length, "outcome")}`}
      what="outcome"
      each={each}
      keyOf={({ taskId }) => taskId}
      show={({ instructions, options, unconfirmed }) => (
        <>
          <div dir="auto">{visible(instructions)}</div>
          {unconfirmed !== null && (
            <>
              <EntryState entry={unconfirmed} labels={fullOptionLabels(criteriaOf(options))} />
              <EntryDetails entry={unconfirmed} />
            </>
          )}
        </>
      )}
      showResult={() => <StatusBadge tone="good">{OUTCOME_LABELS.confirmed}</StatusBadge>}
      onClose={onClose}
    >
      <p>Check each outcome against its source. Forecasts are scored against the confirmed outcomes.</p>
      <Group justify="end">
        <Button onClick={() => void confirmEach()}>Confirm {countOf(each.items.length, "outcome")}</Button>
      </Group>
    </EachDialog>
  );
}
