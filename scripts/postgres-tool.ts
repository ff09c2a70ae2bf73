import { spawnSync } from "node:child_process";

/** Runs a PostgreSQL command-line tool. Throws if the tool is missing or fails; the tool itself prints the reason. */
export function runPostgresTool(program: "pg_dump" | "pg_restore", databaseUrl: string, args: readonly string[]): void {
  // The password goes into the environment: every user of the machine can read a program's arguments. No URL object,
  // because the host may be empty.
  const [password] = /(?<=^\w+:\/\/[^:@/?]*:)[^@/?]*(?=@)/.exec(databaseUrl) ?? [];
  const url = databaseUrl.replace(`:${password}@`, "@");
  const { error, status } = spawnSync(program, [...args, `--dbname=${url}`], {
    stdio: "inherit",
    env: { ...process.env, ...(password && { PGPASSWORD: decodeURIComponent(password) }) },
  });
  if (error !== undefined) {
    throw new Error(`${program} could not be started (${error.message}). Install the PostgreSQL client programs.`);
  }
  if (status !== 0) throw new Error(`${program} failed.`);
}
