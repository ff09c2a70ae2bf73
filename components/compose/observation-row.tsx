"use client";

import { Box, Button, Group, Text, Textarea, TextInput } from "@mantine/core";
import { useLayoutEffect } from "react";
import { lazily } from "#components/ui/lazily.tsx";
import { type KindName, kindOf, type ObservationField } from "#lib/compose/observation-kinds.ts";
import styles from "./composer.module.css";
import { DateTimeField } from "./date-time-field.tsx";
import { focusField, useField } from "./field.tsx";

// Loaded lazily, because few requests contain a partition observation.
const IntervalFields = lazily(async () => (await import("./interval-fields.tsx")).IntervalFields);

export interface ObservationRowProps {
  readonly index: number;
  readonly kind: KindName;
  /** True if the observation was just added. Its first field gets the focus. */
  readonly isNew: boolean;
  readonly onShown: () => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}

/** Fields of an observation whose kind has no table. */
export function ObservationRow({ index, kind, isNew, onShown, onDuplicate, onRemove }: ObservationRowProps) {
  useLayoutEffect(() => {
    if (!isNew) return;
    focusField(`observations.${index}.observedAt.local`);
    onShown();
  }, [isNew, onShown, index]);
  const { label, about, fields } = kindOf(kind);
  const actions = { Duplicate: onDuplicate, Remove: onRemove };
  return (
    <Box component="li" id={`observation-${index}`} py="sm">
      <Group justify="space-between" wrap="nowrap">
        <Text fw={500}>
          {index + 1} {label}
        </Text>
        <span>
          {Object.entries(actions).map(([action, onClick]) => (
            <Button
              key={action}
              variant="subtle"
              size="compact-xs"
              aria-label={`${action} observation ${index + 1}`}
              onClick={onClick}
            >
              {action}
            </Button>
          ))}
        </span>
      </Group>
      <Text size="xs" c="dimmed" mb="xs">
        {about}
      </Text>
      <DateTimeField name={`observations.${index}.observedAt`} label="Observed at" />
      {fields.map((field) => (
        <Field key={field.name} index={index} field={field} />
      ))}
    </Box>
  );
}

/** JSON is always displayed left-to-right, even if it contains right-to-left text. */
const CODE = { input: { dir: "ltr" } };

function Field({ index, field }: { readonly index: number; readonly field: ObservationField }) {
  const { name, type, label, about } = field;
  const input = { ...useField(`observations.${index}.fields.${name}`), label, description: about, autoComplete: "off" };
  if (type === "intervals") return <IntervalFields index={index} field={field} />;
  if (type !== "json" && type !== "lines") return <TextInput {...input} />;
  return (
    <Textarea
      {...input}
      attributes={CODE}
      rows={4}
      spellCheck={false}
      classNames={{ input: `${styles.grow} ${styles.mono}` }}
    />
  );
}
