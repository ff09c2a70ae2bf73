import type { Tagged } from "#lib/domain/tags.ts";

/** What becomes known of a question, and what members say about it. */
export type QuestionEvent =
  | {
      readonly kind: "outcome.recorded";
      readonly outcome_id: string;
      readonly task_id: string;
      /** Null: void. */
      readonly option: string | null;
      readonly happened_at: string;
      readonly source: string;
      readonly note: string;
      /** The entry that it corrects: replaced at once if it is unconfirmed, else when this one is confirmed. */
      readonly corrects: string | null;
      readonly replaced: string | null;
    }
  | {
      readonly kind: "outcome.confirmed";
      readonly outcome_id: string;
      readonly task_id: string;
      /** The confirmed entry that no longer counts. */
      readonly replaced: string | null;
      /** The last audit event before: forecasts up to it are scored. Missing in events of old releases. */
      readonly through?: number;
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
      /** A task id, or the id of a submission of this task. */
      readonly subject_id: string;
      readonly task_id: string;
      readonly tag: string;
      /** Whether it has the tag now. */
      readonly active: boolean;
    };
