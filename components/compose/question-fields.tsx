"use client";

import { NativeSelect, Textarea } from "@mantine/core";
import { useWatch } from "react-hook-form";
import { Panel } from "#components/ui/panel.tsx";
import type { ComposeValues } from "./compose-values.ts";
import styles from "./composer.module.css";
import { DateTimeField } from "./date-time-field.tsx";
import { useField } from "./use-field.tsx";

/** What is asked, of which release. */
export function QuestionFields({ release }: { readonly release: string }) {
  const model = useWatch<ComposeValues, "model">({ name: "model" });
  const releases = model === release ? [release] : [release, model];
  return (
    <Panel title="Question">
      <div className={styles.fields}>
        <Textarea
          {...useField("instructions")}
          label="Question"
          description="As somebody reads it who knows nothing else."
          rows={3}
          classNames={{ input: styles.grow ?? "" }}
        />
        <NativeSelect {...useField("model")} label="Release" data={releases} className={styles.short ?? ""} />
      </div>
    </Panel>
  );
}

/** How and when the outcome is decided, and what may be known. */
export function ResolutionFields() {
  return (
    <Panel title="Resolution and cutoff">
      <div className={styles.fields}>
        <Textarea
          {...useField("resolutionCriteria")}
          label="Decided by"
          description="Who or what decides between the options, and by which source."
          rows={2}
          classNames={{ input: styles.grow ?? "" }}
        />
        <div className={styles.pair}>
          <DateTimeField
            name="asOf"
            label="Information cutoff (as_of)"
            description="Nothing later may be known."
            offersNow
          />
          <DateTimeField name="resolvesAt" label="Resolves by" description="Later than the cutoff." />
        </div>
      </div>
    </Panel>
  );
}
