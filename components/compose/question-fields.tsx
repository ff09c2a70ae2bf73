"use client";

import { Group, NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useFormContext, useWatch } from "react-hook-form";
import { Panel } from "#components/ui/panel.tsx";
import type { ComposeForm } from "#lib/compose/compose-form.ts";
import { MAX_NOTE } from "#lib/domain/limits.ts";
import { MAX_TITLE } from "#lib/domain/submissions.ts";
import styles from "./composer.module.css";
import { DateTimeField } from "./date-time-field.tsx";
import { useField } from "./field.tsx";

const GROW = { input: styles.grow ?? "" };

/** The release can be selected only if the draft requests a release other than the served one, `release`. */
export function QuestionFields({ release }: { readonly release: string }) {
  const model = useWatch<ComposeForm, "model">({ name: "model" });
  return (
    <Panel title="Question" aside={model === release ? `for ${release}` : undefined}>
      <Textarea
        {...useField("instructions")}
        aria-label="Question"
        placeholder="Will the harbour bridge open to traffic before 1 October 2027?"
        description="The question must be understandable without any other context."
        rows={2}
        classNames={GROW}
      />
      {model !== release && <ReleaseField release={release} model={model} />}
    </Panel>
  );
}

function ReleaseField({ release, model }: { readonly release: string; readonly model: string }) {
  return (
    <>
      <NativeSelect {...useField("model")} label="Release" data={[release, model]} maw={280} />
      <Text size="xs" c="var(--warn)">
        This deployment serves the release {release}.
      </Text>
    </>
  );
}

export function ResolutionFields() {
  return (
    <Panel title="Resolution and cutoff">
      <Textarea
        {...useField("resolutionCriteria")}
        label="Resolution criteria"
        description="How the outcome is determined, and from which source."
        rows={2}
        classNames={GROW}
      />
      <div className={styles.pair}>
        <DateTimeField
          name="resolvesAt"
          label="Resolution date"
          description="Must be later than the information cutoff."
        />
        <DateTimeField name="asOf" label="Information cutoff" description="No observation may be later." offersNow />
      </div>
    </Panel>
  );
}

/** Title, note and option order. These fields are not part of the request. */
export function ReviewerFields() {
  const { register } = useFormContext<ComposeForm>();
  return (
    <Panel title="For the reviewers">
      <Stack gap="sm">
        <TextInput
          {...register("title")}
          label="Title"
          description="If empty, the first line of the question is used."
          maxLength={MAX_TITLE}
          autoComplete="off"
        />
        <Textarea
          {...register("note")}
          label="Note"
          description="For example, the sources of the observations and their uncertainties."
          rows={2}
          maxLength={MAX_NOTE}
          classNames={GROW}
        />
        <Group component="label" gap={10} wrap="nowrap" align="baseline" fz="sm">
          <input {...register("ordered")} type="checkbox" />
          <span>
            The options have an order, such as low, medium, high. Forecasts then also get a score for the distance
            between forecast and outcome.
          </span>
        </Group>
      </Stack>
    </Panel>
  );
}
