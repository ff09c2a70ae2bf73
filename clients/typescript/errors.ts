import type { components } from "./api.ts";

type Schemas = components["schemas"];
type Details = Schemas["Error"]["error"];

/** Base class of all errors that this package throws. No message contains the API key. */
export abstract class ClientError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = this.constructor.name;
  }
}

/** An argument is invalid. Nothing was sent. */
export class ArgumentError extends ClientError {}

/** No response arrived, or it broke off. `cause` is the error of `fetch`. */
export class NetworkError extends ClientError {}

/** The time limit of an attempt or of the call has passed. */
export class DeadlineError extends ClientError {}

/** The signal aborted the call. `cause` is the signal's reason. */
export class CancelledError extends ClientError {}

interface Answer {
  readonly status: number;
  /** The delay in `Retry-After`, in milliseconds; undefined without one. */
  readonly retryAfterMs: number | undefined;
}

/** A response that is not from a gateway, such as a redirect or the page of a proxy. */
export class ResponseError extends ClientError implements Answer {
  readonly status: number;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { status, retryAfterMs }: Answer) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** An error response of the gateway. Branch on `code` and `reason`, because messages may change. */
export class GatewayError extends ClientError implements Answer {
  readonly status: number;
  readonly code: Details["code"];
  /** Tells causes of one code apart, such as `in_review` and `rejected`; undefined for a code with one cause. */
  readonly reason: Details["reason"];
  readonly issues: Details["issues"];
  /** The review of the request, if a review is missing. */
  readonly submission: Details["submission"];
  /** The code in the API reference, relative to the address of the gateway. */
  readonly docUrl: string | undefined;
  readonly requestId: string;
  readonly retryAfterMs: number | undefined;
  /** Whether the error is recorded for the idempotency key. A retry gets it again. */
  readonly isReplayed: boolean;

  constructor({ error, request_id }: Schemas["Error"], answer: Answer & { readonly isReplayed: boolean }) {
    super(`${error.code}: ${error.message}`);
    this.status = answer.status;
    this.code = error.code;
    this.reason = error.reason;
    this.issues = error.issues ?? [];
    this.submission = error.submission;
    this.docUrl = error.doc_url;
    this.requestId = request_id;
    this.retryAfterMs = answer.retryAfterMs;
    this.isReplayed = answer.isReplayed;
  }
}

/** Reviewers asked for changes to a submission, rejected it, or it was withdrawn. */
export class ReviewError extends ClientError {
  readonly submission: Schemas["SubmissionState"];

  constructor(submission: Schemas["SubmissionState"]) {
    super(`The submission ${submission.id} is ${submission.status}${submission.note ? `: ${submission.note}` : ""}`);
    this.submission = submission;
  }
}

/** A proof, or the policy that verifies it, is not valid. */
export class ProofError extends ClientError {}

/** A message to a webhook is not signed with the secret, or was sent more than five minutes ago. */
export class WebhookError extends ClientError {}
