import { isJsonObject, type Json, type JsonObject } from "#lib/contract/json.ts";

/** Returns the members of a trace, so that another step can add its own. */
export function traceMembers(trace: Json | undefined): JsonObject {
  if (trace === undefined) return {};
  return isJsonObject(trace) ? trace : { trace };
}
