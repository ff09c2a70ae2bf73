"use client";

import { Alert, Anchor } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, memo, useDeferredValue, useEffect, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { RunError } from "#components/submissions/run-error.tsx";
import { useRun } from "#components/submissions/use-run.ts";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { lazily } from "#components/ui/lazily.tsx";
import { PageHead } from "#components/ui/page-head.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Scroller } from "#components/ui/scroller.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { type ComposeForm, type DraftContent, isUnfilled } from "#lib/compose/compose-form.ts";
import { describeIssues } from "#lib/compose/describe-issues.ts";
import { fieldErrors } from "#lib/compose/field-errors.ts";
import { routes } from "#lib/console/routes.ts";
import type { Issue } from "#lib/contract/issue.ts";
import { ERASED_WARNING } from "#lib/domain/erasures.ts";
import styles from "./composer.module.css";
import { DiscardButton } from "./discard-button.tsx";
import type { DraftKeeper, Keeping } from "./draft-keeper.ts";
import { focusEmptyCell, focusField, goToFirst } from "./field.tsx";
import { type GivenReason, GivenReasons } from "./given-reasons.tsx";
import { JSON_LABEL, JsonPanel } from "./json-panel.tsx";
import { ObservationList } from "./observation-list.tsx";
import { OptionFields } from "./option-fields.tsx";
import { QuestionFields, ResolutionFields, ReviewerFields } from "./question-fields.tsx";
import { SendPanel } from "./send-panel.tsx";
import { type Removed, UndoNotice } from "./undo-notice.tsx";
import { useTwoWays } from "./use-two-ways.ts";
import { loadCheck, resolver, useTextCheck, useValidation } from "./use-validation.ts";

// Loaded lazily, because violations and findings are not shown when the page opens.
const IssueList = lazily(async () => (await import("./issue-list.tsx")).IssueList);
const FindingsList = lazily(async () => (await import("#components/submissions/findings-list.tsx")).FindingsList);

interface ComposerProps {
  readonly draftId: string;
  readonly release: string;
  readonly start: DraftContent;
  readonly reasons: readonly GivenReason[];
  readonly keeper: DraftKeeper;
  readonly keeping: Keeping;
}

const NOT_SHOWN = "The form cannot show parts of this JSON";

/** Editor of a request: a form next to its JSON. Editing the form updates the JSON, and vice versa. */
export function Composer({ draftId, release, start, reasons, keeper, keeping }: ComposerProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const hydrated = useHydrated();
  const form = useForm<ComposeForm>({
    defaultValues: start.form,
    resolver,
    reValidateMode: "onSubmit",
    shouldFocusError: false,
  });
  const { isSubmitted } = form.formState;
  const two = useTwoWays(form, start, keeper.change);

  const text = useDeferredValue(two.text);
  const check = useTextCheck(text);
  // The body is sent as text, because a JavaScript object does not preserve the order of integer-like option IDs.
  const body = check?.request === undefined ? undefined : check.body;
  const validation = useValidation(body);
  const discard = useMutation(trpc.drafts.discard.mutationOptions());
  const submit = useMutation(
    trpc.submissions.submit.mutationOptions({
      onSuccess({ submissionId }) {
        discard.mutate({ draftId, replaces: keeper.replaces() });
        keeper.end();
        // Replaces the history entry: the draft no longer exists, so the Back button would open an empty form.
        router.replace(routes.submission(submissionId));
      },
    }),
  );
  const run = useRun();

  useEffect(() => {
    if (!hydrated || start.typed !== null) return;
    const offered = start.form.observations.findIndex(isUnfilled);
    if (offered >= 0) focusEmptyCell(offered);
    else if (start.form.instructions === "") focusField("instructions");
  }, [hydrated, start]);

  // Editing one field can change the violations of other fields, so any change validates all fields.
  const violations = check && JSON.stringify(check.issues);
  useEffect(() => {
    if (violations !== undefined) void form.trigger();
  }, [violations, form]);

  /** Marks the form as submitted. From then on, every field shows its errors. */
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
    if (submit.isPending) return;
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
      // The error of the first attempt is the warning.
      restore_erased: submit.error?.message.includes(ERASED_WARNING) || undefined,
    });
  }

  function sendByKey(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  }

  const issues = check?.issues ?? [];
  const isJson = issues[0]?.code !== "INVALID_JSON";
  const toFix = describeIssues(issues, form.getValues());
  return (
    <FormProvider {...form}>
      <PageHead
        title={start.supersedes === null ? "Compose" : "Revise"}
        about={<SaveState keeping={keeping} />}
        actions={<DiscardButton draftId={draftId} keeper={keeper} />}
      />
      <GivenReasons reasons={reasons} />
      <ErrorAlert title="The request was not submitted" error={submit.error}>
        Your draft is unchanged. Fix the error and submit again.
      </ErrorAlert>
      <RunError error={run.error} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the keyboard shortcut of the submit button. */}
      <div className={styles.columns} onKeyDown={sendByKey}>
        <div>
          {!two.isShown && (
            <Alert color="warn" role="status" title={isJson ? NOT_SHOWN : "The JSON is not valid"} mb="sm">
              <span>
                Continue editing the JSON, or{" "}
                <Anchor component="button" type="button" onClick={two.backToForm}>
                  return to the form
                </Anchor>{" "}
                and discard the JSON.
              </span>
            </Alert>
          )}
          <form
            className={styles.form}
            aria-label="Request form"
            noValidate
            inert={!hydrated || !two.isShown}
            onSubmit={(event) => event.preventDefault()}
          >
            <Fields release={release} />
          </form>
        </div>
        <div className={styles.side}>
          <SendPanel
            isChecked={check !== undefined}
            toFix={toFix.length}
            validation={validation}
            isQuiet={!isSubmitted && two.isShown}
            isSending={submit.isPending}
            onSubmit={() => void send()}
            onValidate={() => {
              void showErrors();
              validation.validate();
            }}
            isRunning={run.isPending}
            onRun={validation.report?.ok && body !== undefined ? () => run.mutate(body) : undefined}
          />
          <Scroller label="Violations and findings" className={styles.remarks}>
            {(isSubmitted || !two.isShown) && (
              <IssueList issues={issues} toFix={toFix} onGo={(issue) => void go([issue])} />
            )}
            {validation.findings === undefined ? (
              <Panel title="Findings">Results of the automated checks appear here once all fields are valid.</Panel>
            ) : (
              <FindingsList findings={validation.findings} />
            )}
          </Scroller>
          <JsonPanel text={two.json} check={check} onType={two.type} onLeave={two.takeOver} />
        </div>
      </div>
    </FormProvider>
  );
}

/** Memoized, and each field subscribes to its own value: a keystroke does not rerender the other fields. */
const Fields = memo(function Fields({ release }: { readonly release: string }) {
  const [removed, setRemoved] = useState<Removed>();
  return (
    <>
      <QuestionFields release={release} />
      <OptionFields onRemoved={setRemoved} />
      <ResolutionFields />
      <ObservationList onRemoved={setRemoved} />
      <ReviewerFields />
      <UndoNotice removed={removed} onClose={() => setRemoved(undefined)} />
    </>
  );
});

function SaveState({ keeping }: { readonly keeping: Keeping }) {
  return <span role="status">{stateInWords(keeping)}</span>;
}

const NOT_SAVED = <StatusBadge tone="warn">Not saved</StatusBadge>;

function stateInWords(keeping: Keeping) {
  switch (keeping.state) {
    case "saved":
      if (keeping.at === undefined) return "Drafts are saved automatically.";
      return (
        <>
          Draft saved <TimeText exact at={keeping.at} />
        </>
      );
    case "unsaved":
      return "Saving…";
    case "unreachable":
      return (
        <>
          {NOT_SAVED} The server does not answer. Your text is stored in this browser and will be saved when the server
          is available again.
        </>
      );
    case "signed out":
      return (
        <>
          {NOT_SAVED} Your session has ended. Your text is stored in this browser.{" "}
          <a href={routes.signIn()} target="_blank" rel="noreferrer">
            Sign in in another tab
          </a>{" "}
          to save the draft.
        </>
      );
    case "refused":
      return (
        <>
          {NOT_SAVED} {keeping.message} Your text is stored in this browser.
        </>
      );
    case "conflict":
      return <>{NOT_SAVED} The draft was changed in another tab or browser. Choose a version.</>;
  }
}
