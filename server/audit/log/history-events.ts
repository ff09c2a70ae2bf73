/** A change of the audit log itself: an accepted loss of events, or an archive. */
export type HistoryEvent =
  | {
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

/** Events were written to an archive file, and prediction events were removed from the database. */
export interface ArchivedEvents {
  readonly kind: "history.archived";
  /** The range of events in the file. */
  readonly first_seq: number;
  readonly last_seq: number;
  /** Hash of the event `last_seq`, hexadecimal: the chain in the database continues from it. */
  readonly last_hash: string;
  readonly file: string;
  readonly file_sha256: string;
  readonly removed: number;
  /** Events up to `last_seq` that are still in the database: their number, and the SHA-256 of their export lines. */
  readonly kept: number;
  readonly kept_sha256: string;
  /**
   * Scores whose forecasts this archive or an earlier one removed: their number, and the SHA-256 of the forecasts'
   * content. Missing in events of old releases.
   */
  readonly scores?: number;
  readonly scores_sha256?: string;
}
