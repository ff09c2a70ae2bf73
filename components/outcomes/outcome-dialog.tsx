"use client";

import { Checkbox, NativeSelect, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { DescriptionList } from "#components/ui/description-list.tsx";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import { NoteField } from "#components/ui/note-field.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { criteriaOf, fullOptionLabels, type OptionLabels } from "#lib/domain/option-label.ts";
import { BEFORE_FIRST_FORECAST, MAX_SOURCE, nameOutcome } from "#lib/domain/outcomes.ts";
import { visible } from "#lib/format.ts";
import type { Entry } from "./entry-state.tsx";

type Question = Outputs["outcomes"]["list"]["questions"][number];

export type OutcomeAction =
  | { readonly what: "record"; readonly question: Question }
  | { readonly what: "confirm"; readonly question: Question; readonly entry: Entry };

export function OutcomeDialog({ action, onClose }: { readonly action: OutcomeAction; readonly onClose: () => void }) {
  return action.what === "record" ? (
    <RecordDialog question={action.question} onClose={onClose} />
  ) : (
    <ConfirmEntry question={action.question} entry={action.entry} onClose={onClose} />
  );
}

interface RecordDialogProps {
  readonly question: Question;
  readonly onClose: () => void;
}

/** Select value for a void outcome. No option id begins with a space, so this value is never an option id. */
const VOID = " void";

function RecordDialog({ question, onClose }: RecordDialogProps) {
  const { taskId, instructions, resolvesAt, options, unconfirmed, confirmed } = question;
  const trpc = useTRPC();
  const latest = unconfirmed ?? confirmed;
  // The field has no fractions of a second. An unchanged time is sent as it was recorded.
  const recordedAt = latest?.happenedAt.slice(0, "2026-01-01T00:00:00".length) ?? "";
  const [chosen, setChosen] = useState(latest === null ? "" : (latest.option ?? VOID));
  const [decidedAt, setDecidedAt] = useState(() => (latest === null ? nowIfBefore(resolvesAt) : recordedAt));
  const [source, setSource] = useState(latest?.source ?? "");
  const [note, setNote] = useState(latest?.note ?? "");
  const [isBefore, setIsBefore] = useState(false);
  const record = useMutation(trpc.outcomes.record.mutationOptions({ onSuccess: onClose }));
  const send = () =>
    record.mutate({
      taskId,
      option: chosen === VOID ? null : chosen,
      happenedAt: decidedAt === recordedAt ? latest?.happenedAt : toInstant(decidedAt),
      source,
      note,
      corrects: latest?.outcomeId,
      beforeFirstForecast: isBefore,
    });
  return (
    <ConfirmDialog
      title={latest === null ? "Record outcome" : "Correct outcome"}
      action="Record"
      disabled={chosen === "" || source.trim() === ""}
      state={record}
      failure="The outcome was not recorded"
      onConfirm={send}
      onClose={onClose}
    >
      <Text lineClamp={3} dir="auto">
        <ForeignText text={instructions} />
      </Text>
      {latest !== null && (
        <p>
          Latest recorded outcome: <strong dir="auto">{nameOutcome(latest.option, labelsOf(question))}</strong>
          <br />
          Your correction is recorded as a new entry. Earlier entries stay in the audit log
          {confirmed !== null && ", and scores use the confirmed outcome until your correction is confirmed"}.
        </p>
      )}
      <NativeSelect
        label="Outcome"
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={[
          { value: "", label: "Choose…" },
          ...options.map(({ id, description }) => ({
            value: id,
            label: description === null ? id : `${id}: ${visible(description.slice(0, 80))}`,
          })),
          { value: VOID, label: "Void: resolved without an outcome" },
        ]}
        required
        data-autofocus
      />
      <TextInput
        label="Source"
        description="A link or reference that confirms the outcome."
        value={source}
        onChange={(event) => setSource(event.currentTarget.value)}
        maxLength={MAX_SOURCE}
        required
      />
      <TextInput
        label="Decided at (UTC)"
        description={
          <>
            Leave empty to use the resolution date, <TimeText exact at={resolvesAt} />. Only forecasts made before this
            time are scored.
          </>
        }
        type="datetime-local"
        step={1}
        value={decidedAt}
        onChange={(event) => setDecidedAt(event.currentTarget.value)}
      />
      <NoteField label="Note" value={note} onChange={setNote} />
      <BeforeFirstForecast error={record.error} checked={isBefore} onChange={setIsBefore} />
    </ConfirmDialog>
  );
}

/** Value of the field for an outcome that is known before the resolution date: the current time, otherwise empty. */
function nowIfBefore(resolvesAt: string): string {
  const now = new Date();
  return now < new Date(resolvesAt) ? now.toISOString().slice(0, "2026-01-01T00:00:00".length) : "";
}

/** Converts the value of a `datetime-local` field, which may lack the seconds. Undefined for an empty field. */
function toInstant(local: string): string | undefined {
  if (local === "") return undefined;
  return `${local.length === "2026-01-01T00:00".length ? `${local}:00` : local}Z`;
}

interface ConfirmEntryProps extends RecordDialogProps {
  readonly entry: Entry;
}

function ConfirmEntry({ question, entry, onClose }: ConfirmEntryProps) {
  const trpc = useTRPC();
  const [isBefore, setIsBefore] = useState(false);
  const confirm = useMutation(trpc.outcomes.confirm.mutationOptions({ onSuccess: onClose }));
  return (
    <ConfirmDialog
      title="Confirm outcome"
      action="Confirm"
      state={confirm}
      failure="The outcome was not confirmed"
      onConfirm={() => confirm.mutate({ outcomeId: entry.outcomeId, beforeFirstForecast: isBefore })}
      onClose={onClose}
    >
      <Text lineClamp={3} dir="auto">
        <ForeignText text={question.instructions} />
      </Text>
      <DescriptionList
        items={[
          { name: "Outcome", value: <strong dir="auto">{nameOutcome(entry.option, labelsOf(question))}</strong> },
          { name: "Decided at", value: <TimeText exact at={entry.happenedAt} /> },
          { name: "Source", value: visible(entry.source) },
          { name: "Note", value: entry.note === "" ? "none" : visible(entry.note) },
          { name: "Recorded by", value: entry.recorder },
        ]}
      />
      <p>
        Check the outcome against its source. Once it is confirmed, forecasts made before it was decided are scored
        {question.confirmed !== null && ". These scores replace those for the current outcome"}.
      </p>
      <BeforeFirstForecast error={confirm.error} checked={isBefore} onChange={setIsBefore} />
    </ConfirmDialog>
  );
}

interface BeforeFirstForecastProps {
  readonly error: { readonly message: string } | null;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Shown after the server refused the entered time as too early, and while the checkbox is checked. */
function BeforeFirstForecast({ error, checked, onChange }: BeforeFirstForecastProps) {
  const isRefused = error?.message.startsWith(BEFORE_FIRST_FORECAST) ?? false;
  if (!isRefused && !checked) return null;
  return (
    <Checkbox
      label="The time is correct: the outcome was decided before the information cutoff"
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** Returns unshortened labels: anyone who records or confirms an outcome must read them in full. */
function labelsOf({ options }: Question): OptionLabels {
  return fullOptionLabels(criteriaOf(options));
}
