import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFolder } from "#test/run-process.ts";

interface Locked {
  readonly version?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly license?: string;
  readonly integrity?: string;
}

/**
 * Licences accepted for packages of a deployment. LGPL and MPL are acceptable because they apply only to libraries of
 * Next and its tools, which the deployment does not modify.
 */
const ACCEPTED = [
  "MIT",
  "MIT-0",
  "ISC",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "0BSD",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "CC-BY-4.0",
  "OFL-1.1",
  "MPL-2.0",
  "LGPL-3.0-or-later",
];

const { packages }: { packages: Record<string, Locked> } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const installed = Object.entries(packages).filter(([path]) => path !== "");
const deployed = installed.filter(([, { dev, devOptional }]) => dev !== true && devOptional !== true);

const folder = makeFolder();

describe("the packages of a deployment", () => {
  it("have only accepted licences", () => {
    const others = deployed.filter(([, { license = "" }]) => {
      const choices = license.replace(/[()]/g, "").split(" OR ");
      return !choices.some((choice) => choice.split(" AND ").every((one) => ACCEPTED.includes(one)));
    });
    expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
  });

  it("have an integrity digest in the lockfile", () => {
    expect(installed.filter(([, { integrity }]) => integrity === undefined).map(([path]) => path)).toEqual([]);
  });

  it("are listed with their licences by npm run sbom, with the same bytes on every run", () => {
    const list = () => {
      const { status, stderr } = spawnSync(process.execPath, ["scripts/sbom.ts", folder], { encoding: "utf8" });
      expect(status, stderr).toBe(0);
      return ["sbom.cdx.json", "licences.csv"].map((name) => readFileSync(join(folder, name), "utf8"));
    };
    const [sbom = "", licences = ""] = list();
    const names = new Set(
      JSON.parse(sbom).components.map(({ name, version }: Locked & { name: string }) => `${name}@${version}`),
    );
    const missing = deployed.filter(
      ([path, { version }]) => !names.has(`${path.split("node_modules/").at(-1)}@${version}`),
    );
    expect(missing.map(([path]) => path)).toEqual([]);
    const lines = licences.trimEnd().split("\r\n");
    expect(lines).toHaveLength(names.size + 1);
    for (const line of lines) expect(line).toMatch(/^[^,]+,[^,]+,[^,]+$/);
    expect(list()).toEqual([sbom, licences]);
  });
});
