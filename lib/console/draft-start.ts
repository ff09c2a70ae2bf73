import { id } from "#lib/domain/identifiers.ts";
import { defineFilter, type FilterOf } from "./filter.ts";
import { routes } from "./routes.ts";

const FIELDS = {
  /** A submission to revise. */
  revise: id,
  /** A submission to copy. */
  copy: id,
  /** A forecast whose request to copy. */
  forecast: id,
};

/** What a new draft starts from; with nothing set, it starts empty. */
export type DraftStart = FilterOf<typeof FIELDS>;

export const draftStart = defineFilter(FIELDS, routes.newDraft);
