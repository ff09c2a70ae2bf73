/** SQLSTATE classes: connection, authorization, missing database, resources, state, operator intervention, system. */
const CANNOT_WORK = /^(08|28|3D|53|55|57|58)/;

/** Whether a Drizzle error means that the database is unreachable or cannot work, not that the query is invalid. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error && "query" in error && error.cause instanceof Error)) return false;
  const { cause } = error;
  // Only errors that PostgreSQL itself reports have a severity.
  return !("severity" in cause) || ("code" in cause && CANNOT_WORK.test(String(cause.code)));
}
