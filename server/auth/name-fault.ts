/** A defect for the log. Not a statement's own message: that repeats the values, and a token may be among them. */
export function nameFault(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return error.cause instanceof Error ? error.cause.message : error.name;
}
