import { spawnSync } from "node:child_process";

/** Runs a command silently; returns whether it succeeded. */
export function attempt(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: ["ignore", "ignore", "ignore"], timeout: 300_000 }).status === 0;
}

/** Installs Debian packages if permitted. Tests that need a missing program are skipped and say so in their names. */
export function installPackages(packages: readonly string[]): void {
  if (process.getuid?.() !== 0) return;
  attempt("apt-get", ["update", "-qq"]);
  for (const name of packages) attempt("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name]);
}
