import { type Content, nameOf } from "./catalog.ts";
import type { CandidateBehaviour } from "./simulated-candidate.ts";
import { type Held, isApproved, isBound, isErased, isSentForReview, type Specification } from "./specification.ts";

/** Behaviours of the model; `left`: the caller leaves while the model works. */
export const MODELS = ["right", "busy", "loading", "garbage", "late", "left"] as const;

export interface Prediction {
  readonly content: Content;
  /** The index of a credential from the newest on, or a member who uses the console: 3 and 4. */
  readonly caller: number;
  /** The index of the credential's key: 0 is the newest. */
  readonly apiKey: number;
  readonly idempotencyKey: number | undefined;
  readonly model: (typeof MODELS)[number];
  readonly isValid: boolean;
  /** How the candidate behaves; no answer depends on it. */
  readonly candidate?: CandidateBehaviour;
}

export interface Expected {
  readonly status: number;
  readonly code?: string;
  readonly events: readonly string[];
  /** The request id of the earlier forecast that is repeated. */
  readonly repeats?: string;
  /** Whether the model is asked and does not decline. */
  readonly infers?: boolean;
}

export const OPENED = "prediction.opened";
const FAILED = [OPENED, "prediction.failed"];
const REFUSED = ["prediction.refused"];

/** Refused, and not sent for review. */
const ERASED = { status: 422, code: "INPUT_QUALITY_UNVERIFIED" };

const UNAUTHORIZED = { status: 401, code: "UNAUTHORIZED" };

const IF_ASKED: Readonly<Record<Prediction["model"], Expected>> = {
  right: { status: 200, events: [OPENED, "prediction.answered"], infers: true },
  busy: { status: 429, code: "QUEUE_FULL", events: FAILED },
  loading: { status: 503, code: "MODEL_NOT_READY", events: FAILED },
  garbage: { status: 502, code: "INVALID_MODEL_RESPONSE", events: FAILED, infers: true },
  late: { status: 504, code: "MODEL_TIMEOUT", events: FAILED, infers: true },
  left: { status: 504, code: "MODEL_TIMEOUT", events: FAILED, infers: true },
};

/** A member of the console, or the owner of an API key. */
export type Caller = { readonly id: string; readonly mayCall: boolean } & (
  | { readonly isMember: true }
  | { readonly isMember: false; readonly apiKey: string | undefined }
);

const CREDENTIALS = 3;

export function findCaller(specification: Specification, prediction: Prediction, now: number): Caller | undefined {
  const { caller, apiKey } = prediction;
  if (caller >= CREDENTIALS) {
    const member = specification.members[1 + caller - CREDENTIALS];
    if (member === undefined || member.disabled) return undefined;
    return { id: member.id, isMember: true, mayCall: member.role !== "auditor" };
  }
  const credential = specification.credentials.at(-1 - caller);
  if (credential === undefined) return undefined;
  const { id, keys, revoked } = credential;
  const key = keys.at(-1 - (apiKey % Math.max(1, keys.length)));
  return { id, isMember: false, apiKey: key?.text, mayCall: key !== undefined && !revoked && key.until > now };
}

export function nameOfKey({ id }: Caller, idempotencyKey: number): string {
  return `${id} ${idempotencyKey}`;
}

/** The answers that the contract permits: one, unless a fault left it open whether the key is spent. */
export function expectAnswers(
  specification: Specification,
  caller: Caller,
  prediction: Prediction,
  now: number,
): readonly Expected[] {
  if (!caller.mayCall) return [{ ...(caller.isMember ? { status: 403 } : UNAUTHORIZED), events: [] }];
  const { content, idempotencyKey, isValid } = prediction;
  if (!isValid) return [{ status: 422, code: "INVALID_REQUEST", events: REFUSED }];
  const fresh = expectFresh(specification, caller, prediction, now);
  const held = idempotencyKey === undefined ? undefined : specification.held.get(nameOfKey(caller, idempotencyKey));
  if (held === undefined || held.expiresAt <= now || held.state.kind === "owed") return [fresh];
  const repeated = expectHeld(specification, held, content);
  return held.mayBeFree ? [...repeated, fresh] : repeated;
}

function expectHeld(specification: Specification, { contents, state }: Held, asked: Content): readonly Expected[] {
  const isOther = contents.some((content) => nameOf(content) !== nameOf(asked));
  const isSame = contents.some((content) => nameOf(content) === nameOf(asked));
  return [
    ...(isOther ? [{ status: 422, code: "INVALID_REQUEST", events: REFUSED }] : []),
    ...(isSame ? [expectRepeated(specification, state, asked)] : []),
  ];
}

function expectRepeated(specification: Specification, state: Held["state"], content: Content): Expected {
  if (state.kind !== "unknown" && isErased(specification, content) && !isArchived(specification, state))
    return { ...ERASED, events: [] };
  if (state.kind === "failed") return { status: state.status, code: state.code, events: [] };
  const answered = state.kind === "answered" ? specification.forecasts.get(state.requestId) : undefined;
  if (answered === undefined || answered.archived) return { status: 504, code: "MODEL_TIMEOUT", events: REFUSED };
  return { status: 200, events: [], repeats: answered.requestId };
}

/** Only a clock that was set back makes a key outlive the archive of its forecast. */
function isArchived({ forecasts }: Specification, state: Held["state"]): boolean {
  return state.kind === "answered" && forecasts.get(state.requestId)?.archived !== false;
}

function expectFresh(
  specification: Specification,
  { isMember }: Caller,
  { content, idempotencyKey, model }: Prediction,
  now: number,
): Expected {
  const bound = isBound(specification, content, now);
  if (bound && isApproved(specification, content, now)) {
    // A caller with a key can ask again, so the inference goes on without it. Members do not leave.
    return IF_ASKED[model === "left" && (isMember || idempotencyKey !== undefined) ? "right" : model];
  }
  if (isErased(specification, content)) return { ...ERASED, events: REFUSED };
  const created = !isMember && isSentForReview(specification, content) ? ["submission.created"] : [];
  const code = bound ? "INPUT_QUALITY_UNVERIFIED" : "TASK_NOT_SUPPORTED";
  return { status: 422, code, events: [...REFUSED, ...created] };
}
