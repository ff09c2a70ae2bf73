import type { SearchParams } from "./page-query.ts";
import type { DraftStart } from "./routes.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** What a new draft starts from, out of its address. */
export function readDraftStart({ revise, copy, forecast }: SearchParams): DraftStart {
  return { revise: readId(revise), copy: readId(copy), forecast: readId(forecast) };
}

const readId = (value: SearchParams[string]) => (typeof value === "string" && UUID.test(value) ? value : undefined);
