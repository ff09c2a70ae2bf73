"use client";

import { Button, Group, Stack } from "@mantine/core";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { DividedList } from "#components/ui/divided-list.tsx";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { Link } from "#components/ui/link.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { MAX_VARIANTS } from "#lib/domain/experiments.ts";
import { countOf, visible } from "#lib/format.ts";
import { ObservationsPanel } from "./observations-panel.tsx";
import { contextOf, type DraftVariant, VariantFields } from "./variant-fields.tsx";

export function NewExperimentScreen({ submissionId }: { readonly submissionId: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const { data: submission } = useSuspenseQuery(trpc.submissions.get.queryOptions({ submissionId }));
  const { data: earlier } = useSuspenseQuery(trpc.experiments.list.queryOptions({ submissionId }));
  const { context } = submission.request.input;
  const [variants, setVariants] = useState<readonly DraftVariant[]>([]);
  const add = (...more: readonly Omit<DraftVariant, "key">[]) =>
    setVariants((known) =>
      [...known, ...more.map((one) => ({ ...one, key: crypto.randomUUID() }))].slice(0, MAX_VARIANTS),
    );
  const create = useMutation(
    trpc.experiments.create.mutationOptions({
      onSuccess: ({ experimentId }) => router.push(routes.experiment(experimentId)),
    }),
  );
  const read = variants.map((variant) => ({ name: variant.name, context: contextOf(variant, context) }));
  const isComplete = read.length > 0 && read.every((one) => one.name.trim() !== "" && one.context !== undefined);
  return (
    <Page
      title="Experiment with observations"
      about={
        <>
          Create variants of “{visible(submission.title)}” by leaving out or changing observations. Each variant is a
          separate submission. After review, you can run the variants and compare their forecasts.
        </>
      }
      actions={
        <Button component={Link} href={routes.submission(submissionId)} variant="default">
          Back to submission
        </Button>
      }
    >
      <Stack gap={16}>
        <ObservationsPanel submissionId={submissionId} context={context} />
        <Panel title="Variants" aside={countOf(variants.length, "variant")}>
          <Group gap="xs" mb="md">
            <Button variant="default" onClick={() => add({ name: "", left: [], edited: undefined })}>
              Add variant
            </Button>
            <Button
              variant="default"
              disabled={context.length === 0}
              onClick={() =>
                add(
                  ...context.map((_, index) => ({
                    name: `without observation ${index + 1}`,
                    left: [index],
                    edited: undefined,
                  })),
                )
              }
            >
              Leave out each observation in turn
            </Button>
          </Group>
          {variants.map((variant) => (
            <VariantFields
              key={variant.key}
              variant={variant}
              context={context}
              onChange={(changed) => setVariants(variants.map((one) => (one.key === variant.key ? changed : one)))}
              onRemove={() => setVariants(variants.filter(({ key }) => key !== variant.key))}
            />
          ))}
          <ErrorAlert title="The variants were not submitted" error={create.error} />
          <Button
            mt="md"
            loading={create.isPending}
            disabled={!isComplete}
            onClick={() =>
              create.mutate({
                submissionId,
                variants: read.map(({ name, context: sent }) => ({ name, context: sent ?? [] })),
              })
            }
          >
            Submit variants for review
          </Button>
        </Panel>
        {earlier.length > 0 && (
          <Panel title="Earlier experiments">
            <DividedList>
              {earlier.map(({ experimentId, createdAt, variants: names }) => (
                <li key={experimentId}>
                  <Link href={routes.experiment(experimentId)}>
                    <TimeText at={createdAt} />
                  </Link>
                  : {names.map(visible).join("; ")}
                </li>
              ))}
            </DividedList>
          </Panel>
        )}
      </Stack>
    </Page>
  );
}
