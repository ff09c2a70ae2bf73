import { startTransition, useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { type ComposeForm, type DraftContent, writeDraft } from "#lib/compose/compose-form.ts";
import { printRequest } from "#lib/compose/print-request.ts";
import { readForm } from "#lib/compose/read-form.ts";
import { reformatJson } from "#lib/compose/reformat-json.ts";

/** How long after the last key in the JSON the form takes it over. */
const TAKE_OVER_MS = 250;

/** Keeps the form and its JSON in step: the one edited last counts. `onEdit` gets the whole draft after each edit. */
export function useTwoWays(form: UseFormReturn<ComposeForm>, start: DraftContent, onEdit: (content: string) => void) {
  const [printed, setPrinted] = useState(() => printRequest(start.form));
  const [typed, setTyped] = useState(start.typed);
  const [isShown, setShown] = useState(() => start.typed === null || readForm(start.typed).ok);
  /** As `typed`, for code that runs before the next drawing. */
  const typedNow = useRef(start.typed);
  /** The form's last print. Until it prints something else, the JSON as typed is sent. */
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
    /** What is checked and sent, as of the last drawing. */
    text: typed ?? printed,
    /** The same this very moment. */
    textNow: () => typedNow.current ?? printRequest(form.getValues()),
    /** What the JSON's field shows. */
    json: typed ?? reformatJson(printed, 2),
    /** Whether the form says all that counts. */
    isShown,
    type(json: string) {
      put(json);
      tell();
    },
    takeOver,
    /** Drops what was typed as JSON. */
    backToForm() {
      put(null);
      setShown(true);
      tell();
    },
  };
}
