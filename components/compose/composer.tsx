"use client";

import { Alert, Anchor } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useDeferredValue, useEffect } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { FindingsList } from "#components/submissions/findings-list.tsx";
import { RunError } from "#components/submissions/run-error.tsx";
import { useRun } from "#components/submissions/use-run.ts";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { PageHead } from "#components/ui/page-head.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import type { ComposeForm, DraftContent } from "#lib/compose/compose-form.ts";
import { fieldErrors } from "#lib/compose/field-errors.ts";
import { routes } from "#lib/console/routes.ts";
import type { Issue } from "#lib/contract/issue.ts";
import { ComposeActions } from "./compose-actions.tsx";
import styles from "./composer.module.css";
import type { DraftKeeper, Keeping } from "./draft-keeper.ts";
import { SaveState } from "./draft-state.tsx";
import { goToFirst } from "./field.tsx";
import { JSON_LABEL, JsonPanel } from "./json-panel.tsx";
import { ObservationList } from "./observation-list.tsx";
import { OptionFields } from "./option-fields.tsx";
import { QuestionFields, ResolutionFields, ReviewerFields } from "./question-fields.tsx";
import { useTwoWays } from "./use-two-ways.ts";
import { loadCheck, resolver, useTextCheck, useValidation } from "./use-validation.ts";
import { ValidationPanel } from "./validation-panel.tsx";

interface ComposerProps {
  readonly draftId: string;
  readonly release: string;
  readonly start: DraftContent;
  readonly keeper: DraftKeeper;
  readonly keeping: Keeping;
}

/** A request as a form beside its JSON. What was edited last counts; the other follows. */
export function Composer({ draftId, release, start, keeper, keeping }: ComposerProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const hydrated = useHydrated();
  const form = useForm<ComposeForm>({
    defaultValues: start.form,
    resolver,
    reValidateMode: "onSubmit",
    shouldFocusError: false,
  });
  const two = useTwoWays(form, start, keeper.change);

  const text = useDeferredValue(two.text);
  const check = useTextCheck(text);
  // Sent as text: a JavaScript object does not keep the order of all options.
  const body = check?.request === undefined ? undefined : check.body;
  const validation = useValidation(body);
  const discard = useMutation(trpc.drafts.discard.mutationOptions());
  const submit = useMutation(
    trpc.submissions.submit.mutationOptions({
      onSuccess({ submissionId }) {
        keeper.end();
        discard.mutate({ draftId });
        router.push(routes.submission(submissionId));
      },
    }),
  );
  const run = useRun();

  // An edit of one field can change what is wrong at others: all are validated, once the violations have changed.
  const violations = check && JSON.stringify(check.issues);
  useEffect(() => {
    if (violations !== undefined) void form.trigger();
  }, [violations, form]);

  /** Marks the form as submitted: from now on all fields show their errors. */
  const showErrors = form.handleSubmit(
    () => {},
    () => {},
  );

  async function go(issues: readonly Issue[]) {
    await showErrors();
    if (two.isShown) goToFirst(issues.flatMap((issue) => fieldErrors(issue, form.getValues())).map(([field]) => field));
    else document.querySelector<HTMLElement>(`textarea[aria-label="${JSON_LABEL}"]`)?.focus();
  }

  async function send() {
    const { checkText } = await loadCheck();
    const { title, note, ordered } = form.getValues();
    const { body: request, issues } = checkText(two.textNow());
    if (issues.length > 0) return go(issues);
    submit.mutate({
      request,
      title: title.trim() || undefined,
      note: note.trim() || undefined,
      ordered,
      supersedes: start.supersedes ?? undefined,
    });
  }

  return (
    <FormProvider {...form}>
      <PageHead
        title={start.supersedes === null ? "Compose" : "Revise"}
        about={<SaveState keeping={keeping} />}
        actions={
          <ComposeActions
            draftId={draftId}
            isSending={submit.isPending}
            onSubmit={() => void send()}
            onDiscarded={() => keeper.end()}
            isRunning={run.isPending}
            onRun={validation.report?.ok && body !== undefined ? () => run.mutate(body) : undefined}
          />
        }
      />
      <ErrorAlert title="The request was not submitted" error={submit.error}>
        Nothing is lost: fix it and submit again.
      </ErrorAlert>
      <RunError error={run.error} />
      <div className={styles.columns}>
        <div>
          {!two.isShown && (
            <Alert color="warn" role="status" title="The form cannot show all of the JSON" mb="sm">
              Continue in the JSON, or{" "}
              <Anchor component="button" type="button" onClick={two.backToForm}>
                go back to the form as it was
              </Anchor>{" "}
              and drop the JSON.
            </Alert>
          )}
          <form
            className={styles.form}
            aria-label="The request as a form"
            noValidate
            inert={!hydrated || !two.isShown}
            onSubmit={(event) => event.preventDefault()}
          >
            <QuestionFields release={release} />
            <OptionFields />
            <ResolutionFields />
            <ObservationList />
            <ReviewerFields />
          </form>
        </div>
        <div className={styles.side}>
          <ValidationPanel
            check={check}
            validation={validation}
            onValidate={() => {
              void showErrors();
              validation.validate();
            }}
            onGo={(issue) => void go([issue])}
          />
          {validation.findings !== undefined && <FindingsList findings={validation.findings} />}
          <JsonPanel text={two.json} check={check} onType={two.type} onLeave={two.takeOver} />
        </div>
      </div>
    </FormProvider>
  );
}
