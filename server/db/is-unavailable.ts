/** SQLSTATE classes: connection, authorization, database missing, resources, not ready, operator intervention, system. */
const CANNOT_WORK = /^(08|28|3D|53|55|57|58)/;

/** Whether Drizzle failed because the database cannot be reached or cannot work, not because of the query. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error && "query" in error && error.cause instanceof Error)) return false;
  const { cause } = error;
  // Only errors that PostgreSQL itself reports have a severity.
  return !("severity" in cause) || ("code" in cause && CANNOT_WORK.test(String(cause.code)));
}
