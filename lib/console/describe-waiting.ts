import { ALARMS, type Alarm, type FoundKind } from "#lib/domain/waiting.ts";
import { countOf } from "#lib/format.ts";
import { routes } from "./routes.ts";

/** Everything of one kind that waits for one recipient. */
export interface WaitingGroup {
  readonly kind: FoundKind;
  readonly count: number;
  /** Number of submissions that were sent with an API key. */
  readonly fromKeys: number;
  /** Id of one of them. */
  readonly subject: string;
  /** Whether the reader is an administrator, who is told of reviews only because no reviewer on duty may decide. */
  readonly isStuck: boolean;
}

export interface Described {
  readonly text: string;
  /** The page of the console to which it leads. */
  readonly path: string;
}

export function describeAlarm(alarm: Alarm): Described {
  return { text: `Alarm: ${ALARMS[alarm]}`, path: routes.system };
}

export function describeWaiting({ kind, count, fromKeys, subject, isStuck }: WaitingGroup): Described {
  const isOne = count === 1;
  const waits = isOne ? "waits" : "wait";
  const key = fromKeys === 1 ? "an API key" : "API keys";
  const from = fromKeys === 0 ? "" : fromKeys === count ? ` from ${key}` : `, ${fromKeys} from ${key},`;
  const submissions = countOf(count, "submission") + from;
  const forReview = isStuck ? "for review, and no reviewer on duty may decide" : "for your review";
  const review = isOne ? routes.reviewOf(subject) : routes.review();
  switch (kind) {
    case "submission.waiting":
      return { text: `${submissions} ${waits} ${forReview}`, path: review };
    case "submission.overdue":
      return { text: `${submissions} ${isOne ? "has" : "have"} waited too long for a review`, path: review };
    case "evaluation.waiting": {
      const path = isOne ? routes.evaluation(subject) : routes.evaluations({ status: "in_review" });
      return { text: `${countOf(count, "evaluation file")} ${waits} ${forReview}`, path };
    }
    case "outcome.due":
      return isOne
        ? { text: "The outcome of your question is due", path: routes.question(subject) }
        : { text: `The outcomes of ${count} of your questions are due`, path: routes.outcomes({ state: "due" }) };
    case "outcome.unconfirmed": {
      const path = routes.outcomes({ state: "unconfirmed" });
      return { text: `${countOf(count, "recorded outcome")} ${waits} for confirmation`, path };
    }
    case "credential.expiring":
      return { text: `${countOf(count, "API key")} will soon expire`, path: routes.credentials };
    case "credential.ownerless":
      return { text: `${countOf(count, "API key")} ${waits} for a new owner`, path: routes.credentials };
    case "budget.near": {
      const isKey = subject !== "gateway" && subject !== "candidate";
      const text = `${countOf(count, "monthly token budget")} ${isOne ? "is" : "are"} at least 80 % used`;
      return { text, path: isOne && !isKey ? routes.system : routes.credentials };
    }
    case "link.unused":
      return { text: `${countOf(count, "one-time link")} will soon expire unused`, path: routes.members };
    case "erasure.due": {
      const text = `${countOf(count, "erasure")} will be carried out within 24 hours unless withdrawn`;
      return { text, path: isStuck ? routes.erasure : routes.overview };
    }
  }
}
