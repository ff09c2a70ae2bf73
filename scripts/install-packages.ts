import { spawnSync } from "node:child_process";

/** Runs a command without output; returns whether it exited with 0. The limit is 5 minutes. */
export function attempt(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: ["ignore", "ignore", "ignore"], timeout: 300_000 }).status === 0;
}

/**
 * Installs Debian packages if the process runs as root. Does not fail: tests that need a missing program are skipped,
 * and their titles give the reason.
 */
export function installPackages(packages: readonly string[]): void {
  if (process.getuid?.() !== 0) return;
  attempt("apt-get", ["update", "-qq"]);
  for (const name of packages) attempt("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name]);
}
