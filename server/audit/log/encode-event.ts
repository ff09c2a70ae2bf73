import { canonicalJson } from "#lib/contract/canonical.ts";
import type { ErrorCode } from "#lib/contract/error-table.ts";
import type { EventKind } from "#lib/domain/audit-events.ts";
import { splitContents } from "./contents.ts";
import type { Actor, EventContent } from "./event.ts";

/** The fields of an event that have their own columns in the table `events`. */
interface Columns {
  readonly kind: EventKind;
  readonly request_id?: string;
  readonly release?: string;
  readonly task_id?: string;
  readonly input_id?: string | null;
  readonly code?: ErrorCode;
  readonly count?: number;
  readonly choice?: number;
  readonly evaluation_id?: string;
  readonly case_index?: number;
}

/**
 * Returns an event in the format of the SQL function append_events(): the queried fields, the body and the contents,
 * separated by tabs. No field contains text from outside the gateway, and canonical JSON contains no tab.
 */
export function encodeLine(at: string, actor: Actor, event: EventContent): string {
  const { kind, request_id, release, task_id, input_id, code, count, choice, evaluation_id, case_index }: Columns =
    event;
  const { hashed, contents } = splitContents(event);
  return (
    `${at}\t${kind}\t${request_id ?? ""}\t${actor.id}\t${release ?? ""}\t${task_id ?? ""}\t${input_id ?? ""}` +
    `\t${code ?? ""}\t${count ?? ""}\t${choice ?? ""}\t${evaluation_id ?? ""}\t${case_index ?? ""}` +
    `\t${canonicalJson({ actor, at, ...hashed })}\t${contents === undefined ? "" : JSON.stringify(contents)}`
  );
}
