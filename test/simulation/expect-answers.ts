import { type Content, nameOf } from "./catalog.ts";
import { type Credential, type Held, isSentForReview, type Specification } from "./specification.ts";

/** Behaviours of the model; `left`: the caller leaves while the model works. */
export const MODELS = ["right", "busy", "loading", "garbage", "late", "left"] as const;

export interface Prediction {
  readonly content: Content;
  readonly credential: number;
  /** The index of its key: 0 is the newest. */
  readonly apiKey: number;
  readonly idempotencyKey: number | undefined;
  readonly model: (typeof MODELS)[number];
  readonly isValid: boolean;
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

const IF_ASKED: Readonly<Record<Prediction["model"], Expected>> = {
  right: { status: 200, events: [OPENED, "prediction.answered"], infers: true },
  busy: { status: 429, code: "QUEUE_FULL", events: FAILED },
  loading: { status: 503, code: "MODEL_NOT_READY", events: FAILED },
  garbage: { status: 502, code: "INVALID_MODEL_RESPONSE", events: FAILED, infers: true },
  late: { status: 504, code: "MODEL_TIMEOUT", events: FAILED, infers: true },
  left: { status: 504, code: "MODEL_TIMEOUT", events: FAILED, infers: true },
};

export function textOfKey({ keys }: Credential, apiKey: number): string | undefined {
  return keys.at(-1 - (apiKey % Math.max(1, keys.length)))?.text;
}

function mayUse(credential: Credential, apiKey: number, now: number): boolean {
  const key = credential.keys.find(({ text }) => text === textOfKey(credential, apiKey));
  return key !== undefined && !credential.revoked && key.until > now;
}

export function nameOfKey({ id }: Credential, { idempotencyKey }: Prediction): string {
  return `${id} ${idempotencyKey}`;
}

/** The answers that the contract permits: one, unless a fault left it open whether the key is spent. */
export function expectAnswers(specification: Specification, prediction: Prediction, now: number): readonly Expected[] {
  const { content } = prediction;
  const credential = specification.credentials[prediction.credential];
  if (credential === undefined || !mayUse(credential, prediction.apiKey, now)) {
    return [{ status: 401, code: "UNAUTHORIZED", events: [] }];
  }
  if (!prediction.isValid) return [{ status: 422, code: "INVALID_REQUEST", events: REFUSED }];
  const { idempotencyKey } = prediction;
  const held = idempotencyKey === undefined ? undefined : specification.held.get(nameOfKey(credential, prediction));
  if (held === undefined || held.expiresAt <= now) return [expectFresh(specification, prediction)];
  if (held.state.kind === "owed") return [expectFresh(specification, prediction)];
  const repeated = expectHeld(specification, held, content);
  return held.mayBeFree ? [...repeated, expectFresh(specification, prediction)] : repeated;
}

function expectHeld(specification: Specification, { contents, state }: Held, asked: Content): readonly Expected[] {
  const isOther = contents.some((content) => nameOf(content) !== nameOf(asked));
  const isSame = contents.some((content) => nameOf(content) === nameOf(asked));
  return [
    ...(isOther ? [{ status: 422, code: "INVALID_REQUEST", events: REFUSED }] : []),
    ...(isSame ? [expectRepeated(specification, state)] : []),
  ];
}

function expectRepeated(specification: Specification, state: Held["state"]): Expected {
  if (state.kind === "failed") return { status: state.status, code: state.code, events: [] };
  const answered = state.kind === "answered" ? specification.forecasts.get(state.requestId) : undefined;
  // Only a clock that was set back makes a key outlive the archive of its forecast.
  if (answered === undefined || answered.archived) return { status: 504, code: "MODEL_TIMEOUT", events: REFUSED };
  return { status: 200, events: [], repeats: answered.requestId };
}

function expectFresh(specification: Specification, { content, idempotencyKey, model }: Prediction): Expected {
  const isBound = specification.bound.has(content.question);
  if (isBound && specification.approved.has(nameOf(content))) {
    // A caller with a key can ask again, so the inference goes on without it.
    return IF_ASKED[model === "left" && idempotencyKey !== undefined ? "right" : model];
  }
  const created = isSentForReview(specification, content) ? ["submission.created"] : [];
  const code = isBound ? "INPUT_QUALITY_UNVERIFIED" : "TASK_NOT_SUPPORTED";
  return { status: 422, code, events: [...REFUSED, ...created] };
}
