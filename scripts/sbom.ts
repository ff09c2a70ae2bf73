import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * `npm run sbom -- FOLDER`: lists the npm packages of a deployment, without development tools, in `sbom.cdx.json`
 * (CycloneDX) and `licences.csv`. The output depends only on the lockfile, byte for byte.
 */

interface Licence {
  readonly license?: { readonly id?: string; readonly name?: string };
  readonly expression?: string;
}

interface Component {
  /** Package name and version, for example `zod@4.6.7`. */
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly Licence[];
}

interface Locked {
  readonly version: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

const [folder = "."] = process.argv.slice(2);

// Without `--omit dev`, which would also drop packages that production and development share.
const args = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"];
const { status, stdout, stderr } = spawnSync("npm", args, { encoding: "utf8", maxBuffer: 64 * 1_048_576 });
if (status !== 0) {
  console.error(stderr);
  process.exit(2);
}
const { serialNumber, metadata, components, dependencies, ...rest } = JSON.parse(stdout);
const { timestamp, component, ...about } = metadata;
const deployed = readDeployed();
const isDeployed = (ref: string) => deployed.has(ref);
const own: readonly Component[] = components.filter((one: Component) => isDeployed(one["bom-ref"]));
const described = {
  ...rest,
  // Set explicitly, because npm uses the name of the current folder.
  metadata: { ...about, component: { ...component, name: "forecasting-gateway" } },
  components: own,
  dependencies: dependencies
    .filter(({ ref }: { ref: string }) => isDeployed(ref) || ref === component["bom-ref"])
    .map(({ ref, dependsOn = [] }: { ref: string; dependsOn?: string[] }) => ({
      ref,
      dependsOn: dependsOn.filter(isDeployed),
    })),
};

mkdirSync(folder, { recursive: true });
const [sbom, licences] = ["sbom.cdx.json", "licences.csv"].map((name) => join(folder, name)) as [string, string];
writeFileSync(sbom, `${JSON.stringify(described, null, 2)}\n`);
const rows = [["package", "version", "licence"], ...own.map((one) => [one.name, one.version, licenceOf(one)])];
writeFileSync(licences, rows.map((row) => `${row.join(",")}\r\n`).join(""));
console.log(`${own.length} packages: ${sbom}, ${licences}`);

function readDeployed(): ReadonlySet<string> {
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const needed = Object.entries(packages).filter(([, { dev, devOptional }]) => dev !== true && devOptional !== true);
  return new Set(needed.map(([path, { version }]) => `${path.split("node_modules/").at(-1)}@${version}`));
}

function licenceOf({ licenses = [] }: Component): string {
  return licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? "").join(" AND ");
}
