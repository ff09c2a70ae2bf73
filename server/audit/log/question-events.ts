import type { Tagged } from "#lib/domain/tags.ts";

/** A question's outcome, notes and tags. */
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
      /** The corrected entry: replaced immediately if unconfirmed, otherwise when this entry is confirmed. */
      readonly corrects: string | null;
      readonly replaced: string | null;
    }
  | {
      readonly kind: "outcome.confirmed";
      readonly outcome_id: string;
      readonly task_id: string;
      /** The previously confirmed entry, which no longer counts. */
      readonly replaced: string | null;
      /** The last audit event before this one: forecasts up to it are scored. Missing in events of old releases. */
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
      /** The id of the task or of one of its submissions. */
      readonly subject_id: string;
      readonly task_id: string;
      readonly tag: string;
      /** True: the tag was added. False: it was removed. */
      readonly active: boolean;
    };
