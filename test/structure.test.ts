import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

/** The folders of `server`. Each may import only from folders later in this list; biome.json checks single imports. */
const DIRECTORIES: readonly string[] = [
  "process",
  "console",
  "gateway",
  "models",
  "observe",
  "audit",
  "limits",
  "db",
  "config",
  "base",
];

const MAX_DEPENDENCIES = 35;

const IMPORT = /^(?:import|export)\s[^;]*?\sfrom\s+"([^"]+)";|import\(\s*"([^"]+)"\s*\)|^import\s+"([^"]+)";/gm;

function importsOf(from: string): string[] {
  return [...readFileSync(from, "utf8").matchAll(IMPORT)].flatMap(([, ...names]) => {
    const name = names.find((one) => one !== undefined) ?? "";
    if (name.startsWith("#server/")) return [name.slice(1)];
    return name.startsWith(".") ? [normalize(join(dirname(from), name))] : [];
  });
}

const directoryOf = (file: string) => /^server\/([^/]+)\//.exec(file)?.[1];

const dependencies = new Set(
  readdirSync("server", { recursive: true, encoding: "utf8" })
    .map((name) => join("server", name))
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|fixtures\.ts$/.test(name))
    .flatMap((from) => importsOf(from).map((to) => [directoryOf(from), directoryOf(to)]))
    .filter(([from, to]) => from !== undefined && to !== undefined && from !== to)
    .map(([from, to]) => `${from} → ${to}`),
);

describe("the folder server", () => {
  it("contains the listed folders, and main.ts as its only file", () => {
    const entries = readdirSync("server", { withFileTypes: true });
    expect(
      entries
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...DIRECTORIES].sort());
    expect(entries.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(["main.ts"]);
  });

  it(`has at most ${MAX_DEPENDENCIES} dependencies between its folders, none on an earlier folder of the list`, () => {
    console.info(`server/: ${DIRECTORIES.length} folders, ${dependencies.size} dependencies between them`);
    expect(dependencies.size).toBeGreaterThan(0);
    expect(dependencies.size).toBeLessThanOrEqual(MAX_DEPENDENCIES);
    const rank = (name: string) => DIRECTORIES.indexOf(name);
    const upwards = [...dependencies].filter((one) => {
      const [from = "", to = ""] = one.split(" → ");
      return rank(to) < rank(from);
    });
    expect(upwards).toEqual([]);
  });

  it("has the dependencies of the diagram in docs/architecture.md, directly or transitively", () => {
    const arrows = drawnArrows();
    expect([...arrows].filter((arrow) => !dependencies.has(arrow))).toEqual([]);
    expect([...dependencies].filter((pair) => !reachable(arrows).has(pair))).toEqual([]);
  });
});

function drawnArrows(): ReadonlySet<string> {
  const diagram =
    /```mermaid\nflowchart TD\n([\s\S]*?)```/.exec(readFileSync("docs/architecture.md", "utf8"))?.[1] ?? "";
  return new Set(
    diagram.split("\n").flatMap((line) => {
      const names = line.trim().split(" --> ");
      return names.slice(1).map((to, index) => `${names[index]} → ${to}`);
    }),
  );
}

/** Returns the transitive closure of pairs such as "console → gateway". */
function reachable(pairs: ReadonlySet<string>): ReadonlySet<string> {
  const closure = new Set(pairs);
  for (const middle of DIRECTORIES) {
    for (const from of DIRECTORIES) {
      for (const to of DIRECTORIES) {
        if (closure.has(`${from} → ${middle}`) && closure.has(`${middle} → ${to}`)) closure.add(`${from} → ${to}`);
      }
    }
  }
  return closure;
}

it("server/gateway compiles without server/console, server/process, components and app", () => {
  const listed = execFileSync("tsc", ["--project", "tsconfig.gateway.json", "--listFilesOnly"], { encoding: "utf8" });
  const root = `${process.cwd()}/`;
  const files = listed.split("\n").flatMap((name) => (name.startsWith(root) ? [name.slice(root.length)] : []));
  expect(files).toContain("server/gateway/open-gateway.ts");
  expect(files.filter((name) => /^(server\/(console|process)|components|app)\//.test(name))).toEqual([]);
  execFileSync("tsc", ["--project", "tsconfig.gateway.json"]);
});

it("biome.json restricts the imports of every folder in server/console", () => {
  const { overrides } = JSON.parse(readFileSync("biome.json", "utf8"));
  const globs: string[] = overrides.flatMap(({ includes }: { includes: string[] }) => includes);
  const ordered = globs.flatMap((glob) => /^server\/console\/\{(.+)\}\/\*\*$/.exec(glob)?.[1]?.split(",") ?? []);
  const subjects = readdirSync("server/console", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(subjects.map(({ name }) => name).filter((name) => !ordered.includes(name))).toEqual(["trpc"]);
});
