"use client";

import { Textarea, TextInput } from "@mantine/core";
import { IconButton } from "#components/ui/icon-button.tsx";
import styles from "./composer.module.css";
import { useField } from "./use-field.tsx";

interface OptionRowProps {
  readonly index: number;
  /** The id that it goes by. */
  readonly id: string;
  readonly isLast: boolean;
  readonly removable: boolean;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

/** One option: what it means, its id, its place. */
export function OptionRow({ index, id, isLast, removable, onMove, onRemove }: OptionRowProps) {
  const name = `option ${index + 1}`;
  const first = index === 0;
  return (
    <li className={styles.option}>
      <Textarea
        {...useField(`options.${index}.description`)}
        label={first ? "Means" : undefined}
        aria-label={`What ${name} means`}
        rows={1}
        classNames={{ input: styles.grow ?? "" }}
      />
      <TextInput
        {...useField(`options.${index}.id`)}
        label={first ? "Id" : undefined}
        aria-label={`Id of ${name}`}
        placeholder={id || "made from its meaning"}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: styles.mono ?? "" }}
      />
      <span className={styles.tools} data-first={first || undefined}>
        <IconButton label={`Move ${name} up`} disabled={first} onClick={() => onMove(index - 1)}>
          ↑
        </IconButton>
        <IconButton label={`Move ${name} down`} disabled={isLast} onClick={() => onMove(index + 1)}>
          ↓
        </IconButton>
        <IconButton label={`Remove ${name}`} disabled={!removable} onClick={onRemove}>
          ✕
        </IconButton>
      </span>
    </li>
  );
}
