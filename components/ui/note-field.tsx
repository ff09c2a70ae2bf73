import { Textarea, type TextareaProps } from "@mantine/core";
import type { RefObject } from "react";
import { MAX_NOTE } from "#lib/domain/limits.ts";

interface NoteFieldProps extends Omit<TextareaProps, "onChange" | "value" | "ref"> {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly ref?: RefObject<HTMLTextAreaElement | null> | undefined;
}

/** A note or a reason that is recorded: as tall as its text. */
export function NoteField({ onChange, ...field }: NoteFieldProps) {
  return (
    <Textarea
      maxLength={MAX_NOTE}
      autosize
      minRows={2}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...field}
    />
  );
}
