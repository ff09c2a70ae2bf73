import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Installs packages that only a benchmark uses, each given as `name@version`, into a folder for temporary files, unless
 * they are there; returns the folder. Whoever starts or tests the gateway does without them.
 */
export function installOnDemand(...packages: readonly string[]): string {
  const folder = join(tmpdir(), `gateway-bench-${packages.join("-").replaceAll(/\W+/g, "-")}`);
  // npm writes it last: an interrupted installation is done again.
  if (existsSync(join(folder, "package-lock.json"))) return folder;
  mkdirSync(folder, { recursive: true });
  execFileSync("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", ...packages], { stdio: "inherit" });
  return folder;
}
