"use client";

import { Box, Text, Textarea, TextInput } from "@mantine/core";
import { lazily } from "#components/ui/lazily.tsx";
import { type KindName, kindOf, type ObservationField } from "#lib/compose/observation-kinds.ts";
import styles from "./composer.module.css";
import { DateTimeField } from "./date-time-field.tsx";
import { useField } from "./field.tsx";

// Loaded lazily, because few requests contain a partition observation.
const IntervalFields = lazily(async () => (await import("./interval-fields.tsx")).IntervalFields);

export function ObservationEditor({ index, kind }: { readonly index: number; readonly kind: KindName }) {
  const { about, fields } = kindOf(kind);
  return (
    <Box pt={6} pb={8} pl={{ base: 0, sm: 20 }}>
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
