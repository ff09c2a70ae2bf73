import { checkRequest } from "./check-request.ts";
import { ERRORS, type ErrorCode, withRemedy } from "./error-table.ts";
import type { Issue } from "./issue.ts";
import { docUrlOf, splitReason } from "./reasons.ts";
import { SAMPLE_REQUEST } from "./sample-request.ts";

interface Provocation {
  readonly when: string;
  /** The sample request, modified to cause this error. */
  readonly sent?: unknown;
}

const { task, input } = SAMPLE_REQUEST;
const [text, forecast] = input.context;

export const PROVOCATIONS: Readonly<Record<ErrorCode, Provocation>> = {
  UNAUTHORIZED: { when: "No Authorization header." },
  RATE_LIMITED: { when: "The 601st request in a minute, with a limit of 600." },
  REQUEST_TOO_LARGE: { when: "A body of 32,769 bytes." },
  INVALID_JSON: { when: 'A body that ends after {"model": "service-r13-c",' },
  INVALID_REQUEST: {
    when: 'An unknown property "temperature" in the request.',
    sent: { ...SAMPLE_REQUEST, temperature: 0.7 },
  },
  INVALID_TASK: {
    when: "Instructions of only white space.",
    sent: { ...SAMPLE_REQUEST, task: { ...task, instructions: " " } },
  },
  INVALID_CRITERIA: {
    when: "An option id with a space in it.",
    sent: { ...SAMPLE_REQUEST, task: { ...task, criteria: { yes: "It happens.", "not yet": "It does not." } } },
  },
  INVALID_RESOLUTION: {
    when: "A resolution date before the information cutoff.",
    sent: {
      ...SAMPLE_REQUEST,
      task: { ...task, resolution: { ...task.resolution, resolves_at: "2029-05-01T00:00:00Z" } },
    },
  },
  INVALID_CONTEXT: {
    when: "A text observation without its text.",
    sent: { ...SAMPLE_REQUEST, input: { ...input, context: [{ ...text, text: undefined }, forecast] } },
  },
  EXPLICIT_TIMEZONE_REQUIRED: {
    when: "An information cutoff without a time zone.",
    sent: { ...SAMPLE_REQUEST, input: { ...input, as_of: "2029-06-01T09:00:00" } },
  },
  FUTURE_INPUT: {
    when: "An observation dated a day after the information cutoff.",
    sent: {
      ...SAMPLE_REQUEST,
      input: { ...input, context: [text, { ...forecast, observed_at: "2029-06-02T00:00:00Z" }] },
    },
  },
  MODEL_NOT_SUPPORTED: { when: 'The model "service-r12-a".' },
  TASK_NOT_SUPPORTED: { when: "A question that no reviewer has seen yet." },
  INPUT_QUALITY_UNVERIFIED: { when: "A reviewed question with a new observation." },
  AUDIT_UNAVAILABLE: { when: "The database does not answer within 3 seconds." },
  QUEUE_FULL: { when: "All 8 model slots are taken and all 64 places in the queue." },
  MODEL_OFFLINE: { when: "The model server refuses the connection." },
  MODEL_NOT_READY: { when: "The model server is loading its weights." },
  MODEL_TIMEOUT: { when: "No answer from the model within 30 seconds." },
  INVALID_MODEL_RESPONSE: { when: "Probabilities from the model that sum to 0.97." },
  INVALID_MODEL_TIMING: { when: "The model reports an inference time that is longer than the gateway waited." },
  INTERNAL_ERROR: { when: "A bug in the gateway." },
};

/** The submission of the sample request, which was sent for review. */
const waiting = {
  reason: "in_review",
  submission: {
    id: "01a1f9e0-0000-7000-8000-000000000000",
    status: "submitted",
    url: "https://gateway.example.org/submissions/01a1f9e0-0000-7000-8000-000000000000",
    task_id: `sha256:${"a".repeat(64)}`,
    input_id: `sha256:${"b".repeat(64)}`,
    note: null,
    expected_at: "2026-11-21T09:30:00.000Z",
  },
} as const;

const REVIEWS: Partial<Readonly<Record<ErrorCode, typeof waiting>>> = {
  TASK_NOT_SUPPORTED: waiting,
  INPUT_QUALITY_UNVERIFIED: waiting,
};

export function exampleOf(code: ErrorCode) {
  const { sent } = PROVOCATIONS[code];
  const check = sent === undefined ? undefined : checkRequest(JSON.parse(JSON.stringify(sent)));
  const issues: readonly Issue[] = check === undefined || check.ok ? [] : check.issues;
  const { cause, remedy } = REVIEWS[code] === undefined ? ERRORS[code] : splitReason("in_review");
  const message = withRemedy(issues[0]?.message ?? cause, remedy);
  return {
    error: { code, message, issues, ...REVIEWS[code], doc_url: docUrlOf(code) },
    request_id: "01a1f9e1-86ea-700a-8b16-071fe5055702",
  };
}
