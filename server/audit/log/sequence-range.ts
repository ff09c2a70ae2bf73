/** A range of sequence numbers, `above` exclusive and `upTo` inclusive. */
export interface SequenceRange {
  readonly above: number;
  readonly upTo: number;
}
