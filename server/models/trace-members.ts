import { isJsonObject, type Json, type JsonObject } from "#lib/contract/json.ts";

/** The members of a trace, to which another step adds its own. */
export function traceMembers(trace: Json | undefined): JsonObject {
  if (trace === undefined) return {};
  return isJsonObject(trace) ? trace : { trace };
}
