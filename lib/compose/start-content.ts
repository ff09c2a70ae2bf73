import { printOrderedRequest } from "#lib/contract/print-in-order.ts";
import type { OrderedRequest } from "#lib/contract/request.ts";
import { titleOf } from "#lib/domain/submissions.ts";
import { type DraftContent, emptyForm, type ObservationForm } from "./compose-form.ts";
import { readDate } from "./date-time-text.ts";
import { readForm } from "./read-form.ts";

interface Source extends OrderedRequest {
  readonly title?: string | undefined;
  readonly ordered?: boolean | undefined;
  readonly supersedes?: string | undefined;
}

/** Returns the initial content of a draft: empty, or copied from an earlier request. */
export function startContent(release: string, source?: Source): DraftContent {
  const reading = source === undefined ? undefined : readForm(printOrderedRequest(source));
  const form = reading?.ok ? reading.form : emptyForm(release);
  return {
    form: { ...form, title: typedTitle(source), note: "", ordered: source?.ordered ?? false },
    supersedes: source?.supersedes ?? null,
    typed: null,
  };
}

/**
 * Returns the draft with the current minute as the cutoff, and with an empty row for a new value of each series and
 * source. Rows that stay empty are not part of the request.
 */
export function bringUpToDate({ form, ...draft }: DraftContent, now: Date): DraftContent {
  const asOf = readDate(`${now.toISOString().slice(0, 16)}:00Z`);
  const rows = form.observations.flatMap(
    ({ kind, fields: { series = "", unit = "", source = "" } }): ObservationForm[] => {
      const row = { observedAt: asOf, isOffered: true };
      if (kind === "measurement" || kind === "history")
        return [{ ...row, kind: "measurement", fields: { series, unit } }];
      return kind === "forecast" ? [{ ...row, kind, fields: { source } }] : [];
    },
  );
  const nameOf = ({ fields }: ObservationForm) => JSON.stringify([fields.series, fields.source]).toLowerCase();
  // The unit is that of the last value.
  const offered = new Map(rows.map((row) => [nameOf(row), row])).values();
  return { ...draft, form: { ...form, asOf, observations: [...form.observations, ...offered] } };
}

/**
 * Returns the title only if it was typed. A title derived from the question must follow later edits of the question.
 */
function typedTitle(source: Source | undefined): string {
  if (source?.title === undefined) return "";
  return source.title === titleOf("", source.request.task.instructions) ? "" : source.title;
}
