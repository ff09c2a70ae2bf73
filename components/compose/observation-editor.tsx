"use client";

import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useFormContext } from "react-hook-form";
import type { ComposeForm } from "#lib/compose/compose-form.ts";
import { KIND_NAMES, type KindName, kindOf, type ObservationField } from "#lib/compose/observation-kinds.ts";
import { optionIds } from "#lib/compose/option-ids.ts";
import { printData } from "#lib/compose/print-request.ts";
import { reformatJson } from "#lib/compose/reformat-json.ts";
import styles from "./composer.module.css";
import { DateTimeField } from "./date-time-field.tsx";
import { useField } from "./field.tsx";
import { IntervalFields, NumberFields } from "./per-option-fields.tsx";

interface ObservationEditorProps {
  readonly index: number;
  readonly kind: KindName;
}

/** The fields of one observation, by its kind. */
export function ObservationEditor({ index, kind }: ObservationEditorProps) {
  const { register, getValues, setValue } = useFormContext<ComposeForm>();
  const at = `observations.${index}` as const;
  const kindField = register(`${at}.kind`);

  /** The JSON to start from is what the fields say. */
  function fillInJson() {
    const observation = getValues(at);
    if (kind === "text" || (observation.fields.data ?? "") !== "") return;
    const options = getValues("options");
    const ids = optionIds(options);
    const idOf = new Map(options.map(({ key }, option) => [key, ids[option] ?? ""]));
    setValue(`${at}.fields.data`, reformatJson(printData({ ...observation, kind }, idOf), 2));
  }

  return (
    <div className={styles.editor}>
      <div className={styles.pair}>
        <NativeSelect
          {...kindField}
          label="Kind"
          description={kindOf(kind).about}
          inputWrapperOrder={["label", "input", "description"]}
          data={KIND_NAMES.map((value) => ({ value, label: kindOf(value).label }))}
          onChange={(event) => {
            if (event.currentTarget.value === "raw") fillInJson();
            return kindField.onChange(event);
          }}
        />
        <DateTimeField name={`${at}.observedAt`} label="Observed at" />
      </div>
      {kindOf(kind).fields.map((field) => (
        <Field key={`${kind} ${field.name}`} index={index} field={field} />
      ))}
    </div>
  );
}

/** One field of an observation, by its type. */
function Field({ index, field }: { readonly index: number; readonly field: ObservationField }) {
  const { name, type, label, about } = field;
  const input = { ...useField(`observations.${index}.fields.${name}`), label, description: about, autoComplete: "off" };
  switch (type) {
    case "numbers":
      return <NumberFields index={index} field={field} />;
    case "intervals":
      return <IntervalFields index={index} field={field} />;
    case "prose":
      return <Textarea {...input} rows={3} classNames={{ input: styles.grow ?? "" }} />;
    case "json":
      return (
        <Textarea {...input} rows={4} spellCheck={false} classNames={{ input: `${styles.grow} ${styles.mono}` }} />
      );
    case "number":
      return <TextInput {...input} inputMode="decimal" maw={280} />;
    default:
      return <TextInput {...input} />;
  }
}
