"use client";

import { ActionIcon, Button, Group, Text, Textarea, TextInput } from "@mantine/core";
import type { KeyboardEvent, ReactNode } from "react";
import { flushSync } from "react-dom";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { Panel } from "#components/ui/panel.tsx";
import { type ComposeForm, emptyOption, type OptionForm } from "#lib/compose/compose-form.ts";
import { optionIds } from "#lib/compose/option-ids.ts";
import { MAX_OPTIONS, MIN_OPTIONS } from "#lib/contract/bounds.ts";
import { countOf } from "#lib/format.ts";
import styles from "./composer.module.css";
import { focusField, useField, useFieldError } from "./field.tsx";
import type { Removed } from "./undo-notice.tsx";
import { useReorder } from "./use-reorder.tsx";

export function OptionFields({ onRemoved }: { readonly onRemoved: (removed: Removed) => void }) {
  const { getValues } = useFormContext<ComposeForm>();
  const { fields, append, insert, remove, move } = useFieldArray<ComposeForm, "options", "fieldId">({
    name: "options",
    keyName: "fieldId",
  });
  const reorder = useReorder(fields.length, move);
  const options = useWatch<ComposeForm, "options">({ name: "options" });
  const ids = optionIds(options);
  const error = useFieldError("options.root");

  /** Rendered synchronously, so that the next keystroke goes into the new option. */
  function add() {
    flushSync(() => append(emptyOption(getValues()), { shouldFocus: false }));
    focusField(`options.${fields.length}.description`);
  }

  function removeAt(index: number) {
    const option = getValues(`options.${index}`);
    remove(index);
    onRemoved({ name: `Option ${index + 1}`, restore: () => restore(index, option) });
  }

  function restore(index: number, option: OptionForm) {
    const options = getValues("options");
    const position = Math.min(index, options.length);
    // If the JSON was edited in the meantime, the key may belong to another option.
    const { key } = options.some((other) => other.key === option.key) ? emptyOption(getValues()) : option;
    flushSync(() => insert(position, { ...option, key }, { shouldFocus: false }));
    focusField(`options.${position}.description`);
  }

  /** Enter moves to the next option; in the last option, Enter adds an option. */
  function goOn(event: KeyboardEvent, index: number) {
    if (event.key !== "Enter" || event.shiftKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing)
      return;
    event.preventDefault();
    if (index < fields.length - 1) focusField(`options.${index + 1}.description`);
    else if (fields.length < MAX_OPTIONS) add();
  }

  return (
    <Panel title="Options" aside={aboutCount(fields.length)}>
      <ol className={`plain-list ${styles.list}`} id="options" tabIndex={-1} aria-label="Options">
        {fields.map(({ fieldId }, index) => (
          <li key={fieldId} className={styles.option} {...reorder.row(index)}>
            <OptionRow
              index={index}
              id={ids[index] ?? ""}
              isRemovable={fields.length > MIN_OPTIONS}
              handle={reorder.handle(index, `option ${index + 1}`)}
              onKeyDown={(event) => goOn(event, index)}
              onRemove={() => removeAt(index)}
            />
          </li>
        ))}
      </ol>
      <Group gap="xs" mih={32}>
        <Button variant="default" disabled={fields.length >= MAX_OPTIONS} onClick={add}>
          Add option
        </Button>
        {error !== undefined && (
          <Text size="xs" c="var(--bad)">
            {error}
          </Text>
        )}
      </Group>
    </Panel>
  );
}

function aboutCount(count: number): string {
  return count > MAX_OPTIONS ? `${countOf(count, "option")}, maximum ${MAX_OPTIONS}` : countOf(count, "option");
}

interface OptionRowProps {
  readonly index: number;
  /** Option ID in the request: typed, or generated from the description. */
  readonly id: string;
  readonly isRemovable: boolean;
  readonly handle: ReactNode;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onRemove: () => void;
}

function OptionRow({ index, id, isRemovable, handle, onKeyDown, onRemove }: OptionRowProps) {
  const name = `option ${index + 1}`;
  return (
    <>
      <Textarea
        {...useField(`options.${index}.description`)}
        aria-label={`Description of ${name}`}
        placeholder={`Option ${index + 1}`}
        rows={1}
        onKeyDown={onKeyDown}
        classNames={{ input: styles.grow ?? "" }}
      />
      <TextInput
        {...useField(`options.${index}.id`)}
        aria-label={`ID of ${name}`}
        title="Option ID in the request. If empty, it is generated from the description."
        placeholder={id || "ID"}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: styles.mono ?? "" }}
      />
      {handle}
      <ActionIcon
        variant="subtle"
        color="off"
        aria-label={`Remove ${name}`}
        title={`Remove ${name}`}
        disabled={!isRemovable}
        onClick={onRemove}
      >
        <span aria-hidden="true">✕</span>
      </ActionIcon>
    </>
  );
}
