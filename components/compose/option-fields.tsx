"use client";

import { ActionIcon, Button, Group, Text, Textarea, TextInput } from "@mantine/core";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { Panel } from "#components/ui/panel.tsx";
import { type ComposeForm, emptyOption } from "#lib/compose/compose-form.ts";
import { optionIds } from "#lib/compose/option-ids.ts";
import { MAX_OPTIONS, MIN_OPTIONS } from "#lib/contract/bounds.ts";
import { isCatchAll } from "#lib/findings/catch-all.ts";
import styles from "./composer.module.css";
import { useField, useFieldError } from "./field.tsx";

/** The options, in the order in which they will be sent. */
export function OptionFields() {
  const { getValues } = useFormContext<ComposeForm>();
  const { fields, append, remove, move } = useFieldArray<ComposeForm, "options", "fieldId">({
    name: "options",
    keyName: "fieldId",
  });
  const options = useWatch<ComposeForm, "options">({ name: "options" });
  const ids = optionIds(options);
  const error = useFieldError("options.root");
  const described = options.filter(({ id, description }) => `${id}${description}`.trim() !== "");
  const hasCatchAll = options.some(({ id, description }) => isCatchAll({ name: id, text: description }));
  return (
    <Panel title="Options" aside={`${fields.length} of at most ${MAX_OPTIONS}`}>
      <ol className={styles.list} id="options" tabIndex={-1} aria-label="Options">
        {fields.map(({ fieldId }, index) => (
          <OptionRow
            key={fieldId}
            index={index}
            id={ids[index] ?? ""}
            isLast={index === fields.length - 1}
            isRemovable={fields.length > MIN_OPTIONS}
            onMove={(to) => move(index, to)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <Text size="xs" c="var(--bad)">
        {error}
      </Text>
      <Button
        variant="default"
        disabled={fields.length >= MAX_OPTIONS}
        onClick={() => append(emptyOption(getValues("options")), { focusName: `options.${fields.length}.description` })}
      >
        Add option
      </Button>
      {described.length > 2 && !hasCatchAll && (
        <Text size="xs" c="dimmed" mt="xs">
          No option says “none of these”. If something else can happen, add an option for it.
        </Text>
      )}
    </Panel>
  );
}

interface OptionRowProps {
  readonly index: number;
  /** The id in the request. */
  readonly id: string;
  readonly isLast: boolean;
  readonly isRemovable: boolean;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

function OptionRow({ index, id, isLast, isRemovable, onMove, onRemove }: OptionRowProps) {
  const name = `option ${index + 1}`;
  const tools = [
    { label: `Move ${name} up`, sign: "↑", disabled: index === 0, onClick: () => onMove(index - 1) },
    { label: `Move ${name} down`, sign: "↓", disabled: isLast, onClick: () => onMove(index + 1) },
    { label: `Remove ${name}`, sign: "✕", disabled: !isRemovable, onClick: onRemove },
  ];
  return (
    <li className={styles.option}>
      <Textarea
        {...useField(`options.${index}.description`)}
        label={index === 0 ? "Description" : undefined}
        aria-label={`Description of ${name}`}
        rows={1}
        classNames={{ input: styles.grow ?? "" }}
      />
      <TextInput
        {...useField(`options.${index}.id`)}
        label={index === 0 ? "Id" : undefined}
        aria-label={`Id of ${name}`}
        placeholder={id || "generated from the description"}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: styles.mono ?? "" }}
      />
      <Group gap={0} wrap="nowrap" className={styles.optionTools ?? ""}>
        {tools.map(({ label, sign, ...tool }) => (
          <ActionIcon key={sign} variant="subtle" aria-label={label} title={label} {...tool}>
            <span aria-hidden="true">{sign}</span>
          </ActionIcon>
        ))}
      </Group>
    </li>
  );
}
