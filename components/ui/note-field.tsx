import { Textarea, type TextareaProps } from "@mantine/core";
import type { RefObject } from "react";
import { MAX_NOTE } from "#lib/domain/limits.ts";

interface NoteFieldProps extends Omit<TextareaProps, "onChange" | "value" | "ref"> {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly ref?: RefObject<HTMLTextAreaElement | null> | undefined;
}

/** Text area for a note or a reason. The field grows with its text. */
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
