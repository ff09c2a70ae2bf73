"use client";

import { Checkbox, TextInput } from "@mantine/core";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { MAX_TITLE } from "#lib/domain/submissions.ts";
import { tag as tagSchema } from "#lib/domain/tags.ts";
import { describeMatching } from "./describe-evaluation.ts";

interface ResolvedDialogProps {
  /** First day after the model's training data, as YYYY-MM-DD; undefined if unknown. */
  readonly untrainedFrom: string | undefined;
  readonly onClose: () => void;
}

const EMPTY = { title: "", tag: "", resolvedFrom: "", resolvedBefore: "" };

export function ResolvedDialog({ untrainedFrom, onClose }: ResolvedDialogProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const [typed, setTyped] = useState({ ...EMPTY, cutoffFrom: untrainedFrom ?? "" });
  const [hasAll, setHasAll] = useState(false);
  const { title, ...filters } = typed;
  const selection = {
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value.trim() !== "")),
    inputs: hasAll ? ("all" as const) : ("latest" as const),
  };
  const tag = filters.tag.trim() === "" ? undefined : tagSchema.safeParse(filters.tag);
  const isValid = tag?.success !== false;
  const matching = useQuery({
    ...trpc.evaluations.resolved.queryOptions(selection),
    enabled: isValid,
    placeholderData: keepPreviousData,
  });
  const create = useMutation(
    trpc.evaluations.evaluateResolved.mutationOptions({
      onSuccess: ({ evaluationId }) => router.push(routes.evaluation(evaluationId)),
    }),
  );
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      setTyped({ ...typed, [name]: event.currentTarget.value }),
  });
  const { cases = 0 } = matching.data ?? {};
  return (
    <ConfirmDialog
      title="Evaluate on resolved questions"
      action="Create evaluation"
      disabled={!isValid || cases === 0}
      state={{ isPending: create.isPending, error: create.error ?? matching.error }}
      failure="The evaluation cannot be created"
      onConfirm={() => create.mutate({ title, selection })}
      onClose={onClose}
    >
      <p>
        The cases are approved inputs of questions with a confirmed outcome and a past resolution date. Each input was
        approved individually, so the evaluation needs no further review.
      </p>
      <TextInput
        label="Tag"
        description="Leave empty for all questions."
        autoComplete="off"
        data-autofocus
        error={tag?.error?.issues[0]?.message}
        {...field("tag")}
      />
      <TextInput label="Resolved from (UTC day)" type="date" {...field("resolvedFrom")} />
      <TextInput label="Resolved before (UTC day)" type="date" {...field("resolvedBefore")} />
      <TextInput
        label="Information cutoff from (UTC day)"
        description={
          untrainedFrom === undefined
            ? "The end of the model’s training data is unknown. The model may know outcomes from before."
            : `The model’s training data ends before ${untrainedFrom}. The model may know outcomes from before.`
        }
        type="date"
        {...field("cutoffFrom")}
      />
      <Checkbox
        label="Include all inputs of each question"
        description="Otherwise only the input with the latest information cutoff."
        checked={hasAll}
        onChange={(event) => setHasAll(event.currentTarget.checked)}
      />
      <TextInput
        label="Title"
        description="If empty, a file name is used."
        maxLength={MAX_TITLE}
        autoComplete="off"
        {...field("title")}
      />
      <p role="status">{matching.data !== undefined && describeMatching(matching.data)}</p>
    </ConfirmDialog>
  );
}
