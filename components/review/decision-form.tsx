"use client";

import { Button, Checkbox, Fieldset, Group, Kbd, Radio, Stack, Text, TextInput } from "@mantine/core";
import { type RefObject, useEffect, useRef } from "react";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { NoteField } from "#components/ui/note-field.tsx";
import { openDialog } from "#components/ui/open-dialog.ts";
import {
  CHECKS,
  checklistOf,
  type EnteredDecision,
  missingFrom,
  toggleCheck,
  VERDICTS,
  type Verdict,
} from "#lib/domain/reviews.ts";
import { countOf } from "#lib/format.ts";

export const EMPTY: EnteredDecision = {
  binding: undefined,
  quality: undefined,
  checklist: checklistOf(false),
  note: "",
};

interface DecisionFormProps {
  readonly draft: EnteredDecision;
  readonly onChange: (draft: EnteredDecision) => void;
  readonly onDecide: () => void;
  readonly pending: boolean;
  readonly error: { readonly message: string } | null;
  /** Maximum duration of an approval, in days; null: approvals need not expire. */
  readonly maxDays: number | null;
  /** The checklist, if number keys toggle its items. */
  readonly checks?: RefObject<HTMLFieldSetElement | null>;
  readonly note?: RefObject<HTMLTextAreaElement | null>;
}

const LABELS: Readonly<Record<Verdict, string>> = {
  approve: "Approve",
  changes: "Request changes",
  reject: "Reject",
};

export function DecisionForm({ draft, onChange, onDecide, pending, error, maxDays, checks, note }: DecisionFormProps) {
  const lack = missingFrom(draft);

  const form = useRef<HTMLFormElement>(null);
  const send = useRef(onDecide);
  useEffect(() => {
    send.current = () => {
      if (lack === undefined && !pending) onDecide();
    };
  });
  // Listens on the whole document. Only one decision form is active at a time: with a dialog open, only the form in it.
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      const dialog = openDialog();
      if (dialog !== null && !dialog.contains(form.current)) return;
      event.preventDefault();
      send.current();
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);

  const verdict = (name: "binding" | "quality", label: string) => (
    <Radio.Group
      label={label}
      name={name}
      value={draft[name] ?? null}
      onChange={(value) => onChange({ ...draft, [name]: value as Verdict })}
    >
      <Group gap="md" py={4}>
        {VERDICTS.map((value) => (
          <Radio key={value} value={value} label={LABELS[value]} />
        ))}
      </Group>
    </Radio.Group>
  );

  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (lack === undefined) onDecide();
      }}
    >
      <Stack gap="sm">
        <ErrorAlert title="Your decision was not recorded" error={error} />
        {verdict("binding", "Task binding: may this release answer this question?")}
        {verdict("quality", "Input quality: is the evidence good enough for this question?")}
        <Fieldset legend="Checklist" variant="unstyled" p={0} ref={checks}>
          <Stack gap={10} pt={6}>
            {CHECKS.map(({ name, label }, index) => (
              <Checkbox
                key={name}
                label={
                  <>
                    {label} {checks !== undefined && <Kbd size="xs">{index + 1}</Kbd>}
                  </>
                }
                checked={draft.checklist[name]}
                onChange={() => onChange(toggleCheck(draft, name))}
              />
            ))}
          </Stack>
        </Fieldset>
        <TextInput
          label="Expiry date (UTC)"
          description={describeExpiry(maxDays)}
          type="date"
          value={draft.expiresOn ?? ""}
          onChange={({ currentTarget }) => onChange({ ...draft, expiresOn: currentTarget.value })}
        />
        <NoteField
          ref={note}
          label="Note to the author"
          description="Required unless you approve both the task binding and the input quality."
          value={draft.note}
          onChange={(text) => onChange({ ...draft, note: text })}
          minRows={3}
        />
        <Group gap="sm">
          <Button type="submit" loading={pending} disabled={lack !== undefined} title="Ctrl Enter">
            Record decision
          </Button>
          <Text span c="dimmed" role="status">
            {lack}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}

function describeExpiry(maxDays: number | null): string {
  const otherwise =
    maxDays === null
      ? "If you leave this empty, the approval does not expire."
      : `The latest date is ${countOf(maxDays, "day")} from now (APPROVAL_MAX_DAYS), which is also the default.`;
  return `The approval expires at 00:00 UTC on this date. ${otherwise}`;
}

/** Returns the decision to send, which expires at the start of the expiry date. Undefined until both verdicts are chosen. */
export function decisionOf({ binding, quality, checklist, note, expiresOn = "" }: EnteredDecision) {
  if (binding === undefined || quality === undefined) return undefined;
  return { binding, quality, checklist, note, expiresAt: expiresOn === "" ? undefined : `${expiresOn}T00:00:00Z` };
}
