/** What happened to the audit log itself. */
export type HistoryEvent =
  | {
      /** An operator accepted the loss of events that a checkpoint names. */
      readonly kind: "history.loss_accepted";
      /** The new id of the database. */
      readonly database_id: string;
      readonly expected: {
        readonly database_id: string;
        readonly seq: number;
        readonly hash: string;
        readonly at: string;
      };
      readonly found: { readonly seq: number; readonly hash: string } | null;
    }
  | ArchivedEvents;

/** Events were written to an archive file, and those of predictions were removed from the database. */
export interface ArchivedEvents {
  readonly kind: "history.archived";
  /** The events of the file. */
  readonly first_seq: number;
  readonly last_seq: number;
  /** Hexadecimal, of the event `last_seq`: the chain in the database continues from it. */
  readonly last_hash: string;
  readonly file: string;
  readonly file_sha256: string;
  readonly removed: number;
  /** Every event up to `last_seq` that is still in the database: how many, and the SHA-256 of their export lines. */
  readonly kept: number;
  readonly kept_sha256: string;
  /**
   * The scores whose forecasts this archive or an earlier one has removed: how many, and the SHA-256 of what those
   * forecasts said. Missing in events of old releases.
   */
  readonly scores?: number;
  readonly scores_sha256?: string;
}
