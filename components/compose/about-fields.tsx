"use client";

import { Textarea, TextInput } from "@mantine/core";
import { useFormContext } from "react-hook-form";
import { Panel } from "#components/ui/panel.tsx";
import type { ComposeValues } from "./compose-values.ts";
import styles from "./composer.module.css";

/** What the author says to the reviewers. It is no part of the request. */
export function AboutFields() {
  const { register } = useFormContext<ComposeValues>();
  return (
    <Panel title="For the reviewers">
      <div className={styles.fields}>
        <TextInput
          {...register("title")}
          label="Title"
          description="Empty: the question’s first line."
          maxLength={200}
          autoComplete="off"
        />
        <Textarea
          {...register("note")}
          label="Note"
          description="Where the observations come from, what you were unsure of."
          rows={2}
          maxLength={8_000}
          classNames={{ input: styles.grow ?? "" }}
        />
      </div>
    </Panel>
  );
}
