"use client";

import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { Panel } from "#components/ui/panel.tsx";
import { PlainButton } from "#components/ui/plain-button.tsx";
import { emptyOption } from "#lib/compose/compose-form.ts";
import { optionIds } from "#lib/compose/option-ids.ts";
import { MAX_OPTIONS, MIN_OPTIONS } from "#lib/contract/bounds.ts";
import { isCatchAll } from "#lib/findings/catch-all.ts";
import type { ComposeValues } from "./compose-values.ts";
import styles from "./composer.module.css";
import { useIssue } from "./issue-board.ts";
import { IssueText } from "./issue-text.tsx";
import { OptionRow } from "./option-row.tsx";
import { fieldId } from "./use-field.tsx";

/** The options, in the order in which they will be sent. */
export function OptionFields() {
  const { getValues } = useFormContext<ComposeValues>();
  const { fields, append, remove, move } = useFieldArray<ComposeValues, "options", "fieldId">({
    name: "options",
    keyName: "fieldId",
  });
  const options = useWatch<ComposeValues, "options">({ name: "options" });
  const ids = optionIds(options);
  const issue = useIssue("options");
  const described = options.filter(({ id, description }) => `${id}${description}`.trim() !== "");
  const caught = options.some(({ id, description }) => isCatchAll({ name: id, text: description }));
  return (
    <Panel title="Options" aside={<span>{`${fields.length} of at most ${MAX_OPTIONS}`}</span>}>
      <ol className={styles.options} id={fieldId("options")} tabIndex={-1} aria-label="Options">
        {fields.map(({ fieldId: key }, index) => (
          <OptionRow
            key={key}
            index={index}
            id={ids[index] ?? ""}
            isLast={index === fields.length - 1}
            removable={fields.length > MIN_OPTIONS}
            onMove={(to) => move(index, to)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      {issue !== undefined && (
        <p className={styles.fault}>
          <IssueText issue={issue} />
        </p>
      )}
      <PlainButton
        disabled={fields.length >= MAX_OPTIONS}
        onClick={() => append(emptyOption(getValues("options")), { focusName: `options.${fields.length}.description` })}
      >
        Add an option
      </PlainButton>
      {described.length > 2 && !caught && (
        <p className={styles.hint}>
          No option says “none of these”. If something else can happen, add one: the options must leave nothing out.
        </p>
      )}
    </Panel>
  );
}
