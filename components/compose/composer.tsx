"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useDeferredValue, useEffect, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { FindingsList } from "#components/submissions/findings-list.tsx";
import { RunError } from "#components/submissions/run-error.tsx";
import { useRun } from "#components/submissions/use-run.ts";
import { Alert } from "#components/ui/alert.tsx";
import { PageHead } from "#components/ui/page-head.tsx";
import { TextButton } from "#components/ui/text-button.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import type { DraftContent } from "#lib/compose/draft-content.ts";
import { fieldsOf } from "#lib/compose/field-of.ts";
import { routes } from "#lib/console/routes.ts";
import { AboutFields } from "./about-fields.tsx";
import { AnswerPanel } from "./answer-panel.tsx";
import { ComposeActions } from "./compose-actions.tsx";
import { type ComposeValues, toValues } from "./compose-values.ts";
import styles from "./composer.module.css";
import type { DraftKeeper, Keeping } from "./draft-keeper.ts";
import { goToField } from "./go-to-field.ts";
import { createIssueBoard, IssueBoardProvider } from "./issue-board.ts";
import { JsonPanel } from "./json-panel.tsx";
import { ObservationList } from "./observation-list.tsx";
import { OptionFields } from "./option-fields.tsx";
import { QuestionFields, ResolutionFields } from "./question-fields.tsx";
import { SaveState } from "./save-state.tsx";
import { useCheck } from "./use-check.ts";
import { loadCheck, useTextCheck } from "./use-text-check.ts";
import { useTwoWays } from "./use-two-ways.ts";

interface ComposerProps {
  readonly draftId: string;
  readonly release: string;
  /** What to begin with. */
  readonly start: DraftContent;
  readonly keeper: DraftKeeper;
  readonly keeping: Keeping;
}

/** A request as a form beside its JSON. What was edited last counts; the other follows. */
export function Composer({ draftId, release, start, keeper, keeping }: ComposerProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const hydrated = useHydrated();
  const [board] = useState(createIssueBoard);
  const form = useForm<ComposeValues>({ defaultValues: toValues(start) });
  const two = useTwoWays(form, start, keeper.change, board.showAll);

  const text = useDeferredValue(two.text);
  const check = useTextCheck(text);
  // Sent as text, for an object could not hold the order of all options.
  const body = check?.request === undefined ? undefined : check.body;
  const answer = useCheck(body);
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

  useEffect(() => board.put(check?.issues ?? [], form.getValues()), [board, check, form]);

  function go(path: string) {
    board.showAll();
    goToField(two.isShown ? fieldsOf(path, form.getValues())[0] : undefined);
  }

  async function send() {
    const { checkText } = await loadCheck();
    const values = form.getValues();
    const { body: request, issues } = checkText(two.textNow());
    const [first] = issues;
    if (first !== undefined) return go(first.path);
    submit.mutate({
      request,
      title: values.title.trim() || undefined,
      note: values.note.trim() || undefined,
      supersedes: start.supersedes ?? undefined,
    });
  }

  const findings = answer.report?.findings;
  return (
    <FormProvider {...form}>
      <IssueBoardProvider value={board}>
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
              onRun={answer.report?.ok && body !== undefined ? () => run.mutate(body) : undefined}
            />
          }
        />
        {submit.isError && (
          <Alert title="It was not submitted" tone="bad" live>
            {submit.error.message} Nothing is lost: mend it and submit again.
          </Alert>
        )}
        {run.isError && <RunError error={run.error} />}
        <div className={styles.columns}>
          <div>
            {!two.isShown && (
              <Alert title="The JSON says something that the form has no field for" tone="warn" live>
                Go on in the JSON, or <TextButton onClick={two.backToForm}>go back to the form as it was</TextButton>:
                then what the JSON says is dropped.
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
              <AboutFields />
            </form>
          </div>
          <div className={styles.side}>
            <AnswerPanel
              check={check}
              report={answer.report}
              isPending={answer.isPending}
              fault={answer.error?.message}
              onCheck={() => {
                board.showAll();
                answer.now();
              }}
              onGo={go}
            />
            {findings !== undefined && <FindingsList findings={findings} />}
            <JsonPanel text={two.json} check={check} onType={two.type} onLeave={two.takeOver} />
          </div>
        </div>
      </IssueBoardProvider>
    </FormProvider>
  );
}
