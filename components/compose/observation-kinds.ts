import type { ObservationFormKind } from "#lib/compose/compose-form.ts";

/** What each kind of observation is called, and what it is for. */
export const KINDS: Readonly<Record<ObservationFormKind, { readonly label: string; readonly about: string }>> = {
  text: { label: "Text", about: "A dated report. The embedded release does not read text; reviewers do." },
  forecast: { label: "Forecast", about: "One source’s distribution over the options on that date." },
  counts: { label: "Counts", about: "How comparable past cases ended: the base rate." },
  measurement: { label: "Measurement", about: "One dated reading of a numeric series." },
  partition: { label: "Partition", about: "Which values of a series mean which option." },
  raw: { label: "JSON", about: "Any other structured data, as a JSON object." },
};
