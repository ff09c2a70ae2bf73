import type { Origin } from "#lib/domain/submissions.ts";
import type { ReviewHistory } from "#lib/domain/track-record.ts";

/** A question with a confirmed outcome, as recorded: the data that the track record is computed from. */
export interface RecordedQuestion {
  readonly taskId: string;
  /** Index of the option that happened, in canonical order. */
  readonly happened: number;
  /** The options from lowest to highest: their indices in canonical order. Empty or null if they have no order. */
  readonly order: readonly number[] | null;
  readonly happenedAt: string;
  /** The resolution date. */
  readonly countsFrom: string;
  readonly tags: readonly string[];
  readonly forecasts: readonly RecordedForecast[];
  /** Answers of the candidate. */
  readonly candidates: readonly RecordedCandidate[];
  /** Forecasts of other sources that the approved inputs quote. */
  readonly quotes: readonly QuotingInput[];
  /** Null if no worth was measured. */
  readonly worths: readonly MeasuredInput[] | null;
}

/** A scored answer of the release. */
export interface RecordedForecast {
  readonly requestId: string;
  readonly inputId: string;
  readonly version: string;
  /** Whether `as_of` lies before the training cutoff of the model. */
  readonly retrospective: boolean;
  /** Name of the range of the time from the information cutoff to the resolution date. */
  readonly horizon: string;
  readonly origin: Origin | null;
  readonly review: ReviewHistory | null;
  readonly reviewers: readonly string[];
  readonly findings: readonly string[];
  /** In canonical order of the options. */
  readonly probabilities: readonly number[];
  readonly brier: number;
  readonly log: number;
  readonly baseBrier: number | null;
  readonly baseLog: number | null;
  readonly crowdBrier: number | null;
  readonly crowdLog: number | null;
}

export interface RecordedCandidate
  extends Pick<RecordedForecast, "version" | "retrospective" | "probabilities" | "brier" | "log"> {
  /** Request id of the forecast that the answer accompanies. */
  readonly predictionId: string;
}

export interface QuotingInput {
  readonly inputId: string;
  /** In the order of the input. */
  readonly quotes: readonly Quote[];
}

/** A forecast of another source, quoted in an input. */
export interface Quote {
  readonly source: string;
  readonly observedAt: string;
  /** In canonical order of the options. They may sum to 1 only approximately. */
  readonly probabilities: readonly number[];
}

/** An input whose observations were left out one by one. */
export interface MeasuredInput {
  readonly inputId: string;
  /** Version of the model that made the forecasts and measured the observations. */
  readonly version: string;
  /** In the order of the input. */
  readonly observations: readonly MeasuredObservation[];
}

export interface MeasuredObservation {
  readonly kind: string;
  /** Name of the source, reference class or series. */
  readonly source?: string | undefined;
  /** Ids of the findings on the observation and on the whole request. */
  readonly findings: readonly string[];
  /** In nats; null if the model has no answer without the observation. */
  readonly worth: number | null;
}
