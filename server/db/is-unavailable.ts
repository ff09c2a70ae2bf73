/**
 * SQLSTATE classes of an unusable database: connection, authorization, missing database, resources, object state,
 * operator intervention, system error.
 */
const CANNOT_WORK = /^(08|28|3D|53|55|57|58)/;

/** Whether a Drizzle error means that the database is unreachable or unusable, not that the query is invalid. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error && "query" in error && error.cause instanceof Error)) return false;
  const { cause } = error;
  // Only errors reported by PostgreSQL itself have a severity; all others are connection errors.
  return !("severity" in cause) || ("code" in cause && CANNOT_WORK.test(String(cause.code)));
}
