"use client";

import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useFormContext } from "react-hook-form";
import { OBSERVATION_FORMS, type ObservationFormKind } from "#lib/compose/compose-form.ts";
import { optionIds } from "#lib/compose/option-ids.ts";
import { printData } from "#lib/compose/print-observation.ts";
import { reformatJson } from "#lib/compose/reformat-json.ts";
import type { ComposeValues } from "./compose-values.ts";
import styles from "./composer.module.css";
import { DateTimeField } from "./date-time-field.tsx";
import { IntervalFields } from "./interval-fields.tsx";
import { useIssue } from "./issue-board.ts";
import { IssueText } from "./issue-text.tsx";
import { NumberFields } from "./number-fields.tsx";
import { KINDS } from "./observation-kinds.ts";
import { fieldId } from "./use-field.tsx";

const NAMES = {
  forecast: { label: "Source", about: "Whose forecast it is. Readings of one source are pooled before sources are." },
  counts: { label: "Reference class", about: "What the counted cases have in common." },
  measurement: { label: "Series", about: "What is measured: the same words for each of its readings." },
  partition: { label: "Series", about: "The series whose value decides the outcome." },
} as const;

interface ObservationEditorProps {
  readonly index: number;
  readonly kind: ObservationFormKind;
}

/** The fields of one observation, by its kind. */
export function ObservationEditor({ index, kind }: ObservationEditorProps) {
  const { register, getValues, setValue } = useFormContext<ComposeValues>();
  const at = `observations.${index}` as const;
  const issue = useIssue(`${at}.content`);
  const kindField = register(`${at}.kind`);

  /** What the fields say becomes the JSON to start from. */
  function writeJson() {
    const observation = getValues(at);
    const options = getValues("options");
    const ids = optionIds(options);
    const idOf = new Map(options.map(({ key }, place) => [key, ids[place] ?? ""]));
    if (kind === "text" || observation.json !== "") return;
    setValue(`${at}.json`, reformatJson(printData({ ...observation, kind }, idOf), 2));
  }

  return (
    <div className={styles.editor}>
      <div className={styles.pair}>
        <NativeSelect
          {...kindField}
          label="Kind"
          description={KINDS[kind].about}
          inputWrapperOrder={["label", "input", "description"]}
          data={OBSERVATION_FORMS.map((value) => ({ value, label: KINDS[value].label }))}
          onChange={(event) => {
            if (event.currentTarget.value === "raw") writeJson();
            return kindField.onChange(event);
          }}
        />
        <DateTimeField name={`${at}.observedAt`} label="Observed at" />
      </div>
      <div id={fieldId(`${at}.content`)} tabIndex={-1} className={styles.fields}>
        {kind === "text" && (
          <Textarea {...register(`${at}.text`)} label="Text" rows={3} classNames={{ input: styles.grow ?? "" }} />
        )}
        {kind === "raw" && (
          <Textarea
            {...register(`${at}.json`)}
            label="JSON object"
            rows={4}
            spellCheck={false}
            classNames={{ input: `${styles.grow} ${styles.mono}` }}
          />
        )}
        {kind !== "text" && kind !== "raw" && (
          <TextInput
            {...register(`${at}.name`)}
            label={NAMES[kind].label}
            description={NAMES[kind].about}
            autoComplete="off"
          />
        )}
        {(kind === "forecast" || kind === "counts") && <NumberFields index={index} kind={kind} />}
        {kind === "forecast" && (
          <TextInput
            {...register(`${at}.weight`)}
            label="Weight"
            description="How much this reading counts beside others; 1 where it is left empty."
            inputMode="decimal"
            autoComplete="off"
            className={styles.short ?? ""}
          />
        )}
        {kind === "measurement" && (
          <div className={styles.pair}>
            <TextInput {...register(`${at}.value`)} label="Value" inputMode="decimal" autoComplete="off" />
            <TextInput {...register(`${at}.unit`)} label="Unit (may be empty)" autoComplete="off" />
          </div>
        )}
        {kind === "partition" && <IntervalFields index={index} />}
      </div>
      {issue !== undefined && (
        <p className={styles.fault}>
          <IssueText issue={issue} />
        </p>
      )}
    </div>
  );
}
