import { onTestServer, type TestDatabase } from "#test/create-database.ts";

/** Replaces a PostgreSQL database in use by an older copy, calls `work`, and brings the database back. */
export async function whileRolledBack<T>(
  database: TestDatabase,
  older: TestDatabase,
  work: () => Promise<T>,
): Promise<T> {
  const name = nameOf(database);
  const kept = `${name}_kept`;
  await endSessions(name);
  await onTestServer(`alter database ${name} rename to ${kept}`);
  try {
    await onTestServer(`create database ${name} template ${nameOf(older)}`);
    return await work();
  } finally {
    await onTestServer(`drop database ${name} with (force)`);
    await onTestServer(`alter database ${kept} rename to ${name}`);
  }
}

async function endSessions(name: string): Promise<void> {
  await onTestServer(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`);
}

function nameOf({ url }: TestDatabase): string {
  return new URL(url).pathname.slice(1);
}
