import type { Tagged } from "#lib/domain/tags.ts";

/** An event about a question's outcome, notes or tags, or about the names of sources. */
export type QuestionEvent =
  | {
      readonly kind: "outcome.recorded";
      readonly outcome_id: string;
      readonly task_id: string;
      /** The option that happened; null if the question is void. */
      readonly option: string | null;
      readonly happened_at: string;
      readonly source: string;
      readonly note: string;
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
      readonly text: string;
    }
  | {
      readonly kind: "tag.changed";
      readonly subject: Tagged;
      /** Id of the tagged task or submission. */
      readonly subject_id: string;
      readonly task_id: string;
      readonly tag: string;
      /** True if the tag was added, false if it was removed. */
      readonly active: boolean;
    }
  | {
      readonly kind: "source.alias_changed";
      readonly alias: string;
      /** The name under which the alias is listed; null if the alias was removed. */
      readonly source: string | null;
    };
