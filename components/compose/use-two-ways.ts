import { startTransition, useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { type ComposeForm, type DraftContent, writeDraft } from "#lib/compose/compose-form.ts";
import { printRequest } from "#lib/compose/print-request.ts";
import { readForm } from "#lib/compose/read-form.ts";
import { reformatJson } from "#lib/compose/reformat-json.ts";

/** Delay between the last keystroke in the JSON and the update of the form. */
const TAKE_OVER_MS = 250;

/** Synchronises the form and its JSON; the last edit wins. Calls `onEdit` with the whole draft after each edit. */
export function useTwoWays(form: UseFormReturn<ComposeForm>, start: DraftContent, onEdit: (content: string) => void) {
  const [printed, setPrinted] = useState(() => printRequest(start.form));
  const [typed, setTyped] = useState(start.typed);
  const [isShown, setShown] = useState(() => start.typed === null || readForm(start.typed).ok);
  /** The current value of `typed`, for code that runs before the next render. */
  const typedNow = useRef(start.typed);
  /** The form's content, serialised. While the form is unchanged, the JSON is sent as typed. */
  const formPrint = useRef(printed);

  function put(json: string | null) {
    typedNow.current = json;
    setTyped(json);
  }

  function tell() {
    onEdit(writeDraft({ form: form.getValues(), supersedes: start.supersedes, typed: typedNow.current }));
  }

  function takeOver() {
    if (typedNow.current === null) return;
    const reading = readForm(typedNow.current);
    setShown(reading.ok);
    if (!reading.ok) return;
    const print = printRequest(reading.form);
    if (print === formPrint.current) return;
    formPrint.current = print;
    const { title, note, ordered } = form.getValues();
    form.reset({ ...reading.form, title, note, ordered }, { keepIsSubmitted: true });
  }

  const afterEdit = useRef(() => {});
  afterEdit.current = () => {
    const print = printRequest(form.getValues());
    if (print !== formPrint.current) {
      formPrint.current = print;
      put(null);
    }
    tell();
    startTransition(() => setPrinted(print));
  };
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => afterEdit.current() }), [form]);

  const takeOverNow = useRef(takeOver);
  takeOverNow.current = takeOver;
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => takeOverNow.current(), TAKE_OVER_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return {
    /** The request body to validate and send, as of the last render. */
    text: typed ?? printed,
    /** Returns the request body at the time of the call. */
    textNow: () => typedNow.current ?? printRequest(form.getValues()),
    json: typed ?? reformatJson(printed, 2),
    /** Whether the form can represent the whole JSON. */
    isShown,
    type(json: string) {
      put(json);
      tell();
    },
    takeOver,
    backToForm() {
      put(null);
      setShown(true);
      tell();
    },
  };
}
