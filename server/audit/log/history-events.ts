/** An event about the audit log itself: an accepted loss of events, an archive, or a key. */
export type HistoryEvent =
  | {
      readonly kind: "history.loss_accepted";
      /** The id that the database received when the loss was accepted. */
      readonly database_id: string;
      readonly expected: { readonly database_id: string; readonly seq: number; readonly checkpoint: string };
      readonly found: { readonly seq: number; readonly hash: string } | null;
    }
  | ArchivedEvents
  | KeyAdded;

/** Records a key that may sign for the log of the database with this id. */
export interface KeyAdded {
  readonly kind: "log.key_added";
  readonly database_id: string;
  readonly key_id: string;
  /** Ed25519 public key of 32 bytes, in base64. */
  readonly public_key: string;
  /** Id of the earlier key of this log that has signed the addition; null for the first key of the log. */
  readonly signed_by: string | null;
  readonly signature: string | null;
}

/** Records that events were written to an archive file and that prediction events were removed from the database. */
export interface ArchivedEvents {
  readonly kind: "history.archived";
  readonly first_seq: number;
  readonly last_seq: number;
  /** Hash of the event `last_seq`, hexadecimal. The first event after the archive is chained to this hash. */
  readonly last_hash: string;
  readonly file: string;
  readonly file_sha256: string;
  readonly removed: number;
  /** Number of events up to `last_seq` that remain in the database, and the SHA-256 of their export lines. */
  readonly kept: number;
  readonly kept_sha256: string;
  /**
   * Number of scores whose forecasts were removed by this archive or an earlier one, and the SHA-256 of these forecasts.
   */
  readonly scores: number;
  readonly scores_sha256: string;
}
