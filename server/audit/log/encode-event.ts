import { canonicalJson } from "#lib/contract/canonical.ts";
import type { ErrorCode } from "#lib/contract/error-table.ts";
import type { PredictionResult } from "#lib/contract/response.ts";
import type { EventKind } from "#lib/domain/audit-events.ts";
import type { Actor, Event, EventContent } from "./event.ts";

/** The fields of an event that have their own columns in the table `events`. */
interface Columns {
  readonly kind: EventKind;
  readonly request_id?: string;
  readonly release?: string;
  readonly task_id?: string;
  readonly input_id?: string | null;
  readonly code?: ErrorCode;
  readonly count?: number;
  readonly result?: Pick<PredictionResult, "choice">;
  readonly evaluation_id?: string;
  readonly case_index?: number;
}

/**
 * Returns an event in the format of the SQL function append_events(): the queried fields and the body, separated by
 * tabs. No field contains text from outside the gateway, and canonical JSON contains no tab.
 */
export function encodeLine(at: string, actor: Actor, content: EventContent): string {
  const { kind, request_id, release, task_id, input_id, code, count, result, evaluation_id, case_index }: Columns =
    content;
  return (
    `${at}\t${kind}\t${request_id ?? ""}\t${actor.id}\t${release ?? ""}\t${task_id ?? ""}\t${input_id ?? ""}` +
    `\t${code ?? ""}\t${count ?? ""}\t${result?.choice ?? ""}\t${evaluation_id ?? ""}\t${case_index ?? ""}` +
    `\t${canonicalJson({ actor, at, ...content } satisfies Event)}`
  );
}
