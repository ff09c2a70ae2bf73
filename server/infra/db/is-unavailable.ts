/** SQLSTATE classes of a server that cannot work: connection, resources, operator intervention, system error. */
const CANNOT_WORK = /^(08|53|57|58)/;

/** Whether Drizzle failed because the database cannot be reached or cannot work, not because of the query. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error && "query" in error && error.cause instanceof Error)) return false;
  const { cause } = error;
  // Only errors that PostgreSQL itself reports have a severity.
  return !("severity" in cause) || ("code" in cause && CANNOT_WORK.test(String(cause.code)));
}
