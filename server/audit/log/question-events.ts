import type { Content } from "./contents.ts";

/** An event about a question's outcome, notes or tags, or about the names of sources. */
export type QuestionEvent =
  | {
      readonly kind: "outcome.recorded";
      readonly outcome_id: string;
      readonly task_id: string;
      /** The index in canonical order of the option that happened; null if the question is void. */
      readonly option: number | null;
      readonly happened_at: string;
      readonly source: Content;
      readonly note: Content;
      /** Id of the outcome entry that this one corrects. */
      readonly corrects: string | null;
      /** Equals `corrects` if that entry was unconfirmed. Null otherwise: a confirmed entry is not replaced yet. */
      readonly replaced: string | null;
    }
  | {
      readonly kind: "outcome.confirmed";
      readonly outcome_id: string;
      readonly task_id: string;
      /** Id of the previously confirmed outcome entry, which this one replaces. */
      readonly replaced: string | null;
      /** Number of the preceding audit event; later forecasts are not scored. */
      readonly through: number;
    }
  | {
      readonly kind: "question.noted";
      readonly note_id: string;
      readonly task_id: string;
      readonly text: Content;
    }
  | {
      /** The order of the options was declared or changed. */
      readonly kind: "question.ordered";
      readonly task_id: string;
      /** The options from lowest to highest: their indices in canonical order. Empty if they have no order. */
      readonly order: readonly number[];
    }
  | {
      readonly kind: "tag.changed";
      readonly task_id: string;
      readonly tag: Content;
      /** True if the tag was added, false if it was removed. */
      readonly active: boolean;
    }
  | {
      readonly kind: "source.alias_changed";
      readonly alias: Content;
      /** The name under which the alias is listed. Missing if the alias was removed. */
      readonly source?: Content;
    };
