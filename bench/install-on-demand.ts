import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Installs npm packages that only a benchmark needs (`name@version`) in a temporary folder and returns the folder.
 * Reuses an earlier installation. Keeps these packages out of package.json.
 */
export function installOnDemand(...packages: readonly string[]): string {
  const folder = join(tmpdir(), `gateway-bench-${packages.join("-").replaceAll(/\W+/g, "-")}`);
  // npm writes this file last, so an interrupted installation is repeated.
  if (existsSync(join(folder, "package-lock.json"))) return folder;
  mkdirSync(folder, { recursive: true });
  execFileSync("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", ...packages], { stdio: "inherit" });
  return folder;
}
