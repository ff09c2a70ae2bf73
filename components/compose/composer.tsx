"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { startTransition, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { useTRPC } from "#components/frame/trpc.ts";
import { FindingsList } from "#components/submission/findings-list.tsx";
import { RunFault } from "#components/submission/run-fault.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { PageHead } from "#components/ui/page-head.tsx";
import { TextButton } from "#components/ui/text-button.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { checkText } from "#lib/compose/check-text.ts";
import type { DraftContent } from "#lib/compose/draft-content.ts";
import { writeDraft } from "#lib/compose/draft-content.ts";
import { fieldsOf } from "#lib/compose/field-of.ts";
import { printRequest } from "#lib/compose/print-request.ts";
import { readForm } from "#lib/compose/read-form.ts";
import { reformatJson } from "#lib/compose/reformat-json.ts";
import { routes } from "#lib/routes.ts";
import { AboutFields } from "./about-fields.tsx";
import { AnswerPanel } from "./answer-panel.tsx";
import { ComposeActions } from "./compose-actions.tsx";
import { type ComposeValues, toContent, toValues } from "./compose-values.ts";
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

interface ComposerProps {
  readonly draftId: string;
  readonly release: string;
  /** What to begin with. */
  readonly start: DraftContent;
  readonly keeper: DraftKeeper;
  readonly keeping: Keeping;
}

/** How long after the last key in the JSON the form takes it over. */
const TAKE_OVER_MS = 250;

/** A request as a form beside its JSON. What was edited last counts; the other follows. */
export function Composer({ draftId, release, start, keeper, keeping }: ComposerProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const hydrated = useHydrated();
  const [board] = useState(createIssueBoard);
  const form = useForm<ComposeValues>({ defaultValues: toValues(start) });
  const [formText, setFormText] = useState(() => printRequest(start.form));
  /** The JSON as it was typed, until a field is edited. */
  const [typed, setTyped] = useState(start.typed);
  const typedNow = useRef(start.typed);
  /** What the form would print had nobody touched it since it took the JSON over. */
  const takenOver = useRef<string>(undefined);
  const [isShown, setShown] = useState(() => start.typed === null || readForm(start.typed).ok);

  const text = useDeferredValue(typed ?? formText);
  const check = useMemo(() => checkText(text), [text]);
  const answer = useCheck(check);
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
  const run = useMutation(
    trpc.forecasts.run.mutationOptions({ onSuccess: ({ request_id: id }) => router.push(routes.forecast(id)) }),
  );

  useEffect(() => board.put(check.issues, form.getValues()), [board, check, form]);

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback() {
          const values = form.getValues();
          const printed = printRequest(values);
          if (typedNow.current !== null && printed !== takenOver.current) {
            typedNow.current = null;
            setTyped(null);
          }
          keeper.change(writeDraft(toContent(values, typedNow.current, start.supersedes)));
          startTransition(() => setFormText(printed));
        },
      }),
    [form, keeper, start],
  );

  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(takeOver, TAKE_OVER_MS);
    return () => clearTimeout(timer);
  });

  function type(next: string) {
    typedNow.current = next;
    setTyped(next);
    keeper.change(writeDraft(toContent(form.getValues(), next, start.supersedes)));
  }

  /** The form shows what was typed as JSON, if it can. */
  function takeOver() {
    const json = typedNow.current;
    if (json === null) return;
    const reading = readForm(json);
    setShown(reading.ok);
    if (!reading.ok) return;
    const printed = printRequest(reading.form);
    if (printed === takenOver.current) return;
    takenOver.current = printed;
    const { title, note } = form.getValues();
    board.showAll();
    form.reset({ ...reading.form, title, note });
  }

  function backToForm() {
    typedNow.current = null;
    setTyped(null);
    setShown(true);
    keeper.change(writeDraft(toContent(form.getValues(), null, start.supersedes)));
  }

  function go(path: string) {
    board.showAll();
    goToField(isShown ? fieldsOf(path, form.getValues())[0] : undefined);
  }

  function send() {
    const values = form.getValues();
    const { request, issues } = checkText(typedNow.current ?? printRequest(values));
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
              onSubmit={send}
              onDiscarded={() => keeper.end()}
              isRunning={run.isPending}
              onRun={answer.report?.ok && check.request !== undefined ? () => run.mutate(check.request) : undefined}
            />
          }
        />
        {submit.isError && (
          <Notice title="It was not submitted" tone="bad" live>
            {submit.error.message} Nothing is lost: mend it and submit again.
          </Notice>
        )}
        {run.isError && <RunFault error={run.error} />}
        <div className={styles.columns}>
          <div>
            {!isShown && (
              <Notice title="The JSON says something that the form has no field for" tone="warn" live>
                Go on in the JSON, or <TextButton onClick={backToForm}>go back to the form as it was</TextButton>: then
                what the JSON says is dropped.
              </Notice>
            )}
            <form
              className={styles.form}
              aria-label="The request as a form"
              noValidate
              inert={!hydrated || !isShown}
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
            <JsonPanel text={typed ?? reformatJson(formText, 2)} check={check} onType={type} onLeave={takeOver} />
          </div>
        </div>
      </IssueBoardProvider>
    </FormProvider>
  );
}
