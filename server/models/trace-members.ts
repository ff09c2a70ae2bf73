import { isJsonObject, type Json, type JsonObject } from "#lib/contract/json.ts";

/** Returns a trace as an object to which another step can add members. */
export function traceMembers(trace: Json | undefined): JsonObject {
  if (trace === undefined) return {};
  return isJsonObject(trace) ? trace : { trace };
}
