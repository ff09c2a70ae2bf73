import { spawnSync } from "node:child_process";

/** Runs a PostgreSQL command-line tool. Throws if the tool is missing or fails; the tool itself prints the reason. */
export function runPostgresTool(program: "pg_dump" | "pg_restore", databaseUrl: string, args: readonly string[]): void {
  const url = new URL(databaseUrl);
  // The password goes into the environment: every user of the machine can read a program's arguments.
  const password = url.password === "" ? {} : { PGPASSWORD: decodeURIComponent(url.password) };
  url.password = "";
  const { error, status } = spawnSync(program, [...args, `--dbname=${url.href}`], {
    stdio: "inherit",
    env: { ...process.env, ...password },
  });
  if (error !== undefined) {
    throw new Error(`${program} could not be started (${error.message}). Install the PostgreSQL client programs.`);
  }
  if (status !== 0) throw new Error(`${program} failed.`);
}
