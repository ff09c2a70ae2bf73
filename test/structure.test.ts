import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOTS = ["app", "components", "lib", "research", "server"];
const IMPORT = /^(?:import|export)\s[^;]*?\sfrom\s+"([^"]+)";|import\(\s*"([^"]+)"\s*\)|^import\s+"([^"]+)";/gm;

/** Imports of types that the diagram does not permit. */
const EXEMPT = new Map([
  ["components/ui/trpc.ts", "the type of the procedures is the components' only import from the server"],
  ["server/console/context.ts", "the type of the console's singletons"],
]);

/** Permitted imports that are narrower than the diagram: which files, which imported names, and the rule. */
const NARROWER: readonly { readonly from: RegExp; readonly refused: RegExp; readonly rule: string }[] = [
  {
    from: /^app\//,
    refused: /^#server\/(?!(process\/next|console|gateway)\/|process\/page-headers\.ts$)/,
    rule: "app/ contains only routing: move other code to components/ or server/",
  },
  { from: /^components\//, refused: /^node:/, rule: "call a tRPC procedure instead" },
  {
    from: /^(app|components)\/(?!ui\/link\.tsx$)/,
    refused: /^next\/link$/,
    rule: "import links from #components/ui/link.tsx",
  },
  {
    from: /^(app|components|research|lib|server)\/(?!files\/|base\/table\.ts$)/,
    refused: /^(papaparse|fflate|read-excel-file)(\/|$)/,
    rule: "only lib/files/ reads files, and only server/base/table.ts writes tables",
  },
  {
    from: /^lib\/files\//,
    refused: /^(?!\.\/|#lib\/|papaparse$|fflate$|read-excel-file\/universal$)/,
    rule: "lib/files/ may import only these packages, so that it runs in a worker and on the server",
  },
  {
    from: /^lib\/(?!files\/)/,
    refused: /^(?!\.\/|#lib\/|zod$|zod\/mini$)/,
    rule: "lib/ may import only these packages, so that it runs everywhere",
  },
  { from: /^(app|components|lib|server)\//, refused: /^\.\.\//, rule: "use the # alias to import from another folder" },
];

interface Import {
  readonly from: string;
  /** As written in the file. */
  readonly name: string;
}

const imports: readonly Import[] = ROOTS.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" }).map((name) => join(root, name)),
)
  .filter((from) => /\.tsx?$/.test(from) && !/\.test\.tsx?$/.test(from))
  .flatMap((from) =>
    [...readFileSync(from, "utf8").matchAll(IMPORT)].map(([, ...names]) => ({
      from,
      name: names.find((one) => one !== undefined) ?? "",
    })),
  );

const arrows = readArrows(readFileSync("docs/architecture.md", "utf8"));
const nodes = new Set([...arrows].flatMap((arrow) => arrow.split(" → ")));
const permitted = reachable(arrows);

/** Imports from another node of the diagram, or from another folder under the same `*`. */
const crossing = imports.flatMap(({ from, name }) => {
  const target = name.startsWith("#") ? name.slice(1) : join(dirname(from), name);
  if (!/^[#.]/.test(name) || !ROOTS.includes(target.split("/")[0] ?? "") || EXEMPT.has(from)) return [];
  const [source, imported] = [nodeOf(from), nodeOf(target)];
  const stays = source === imported && (!source.endsWith("/*") || dirname(from) === dirname(target));
  return stays ? [] : [{ from, name, arrow: `${source} → ${imported}` }];
});

/** Returns the most specific node of the diagram that contains a file, or the file itself if none does. */
function nodeOf(file: string): string {
  const parents = file.split("/").map((_, index, parts) => parts.slice(0, parts.length - index).join("/"));
  for (const [index, parent] of parents.entries()) {
    if (nodes.has(parent)) return parent;
    const anySibling = `${dirname(parent)}/*`;
    if (index > 0 && nodes.has(anySibling)) return anySibling;
  }
  return file;
}

/** Returns the arrows of the diagram, such as "server/gateway → server/models". */
function readArrows(page: string): ReadonlySet<string> {
  const diagram = /```mermaid\nflowchart TD\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  return new Set(
    diagram.split("\n").flatMap((line) => {
      const steps = line.split(" --> ").map((step) => step.trim().split(" & "));
      return steps.slice(1).flatMap((to, index) => (steps[index] ?? []).flatMap((a) => to.map((b) => `${a} → ${b}`)));
    }),
  );
}

/** Returns the transitive closure of arrows. */
function reachable(direct: ReadonlySet<string>): ReadonlySet<string> {
  const closure = new Set(direct);
  for (const middle of nodes) {
    for (const from of nodes) {
      for (const to of nodes) {
        if (closure.has(`${from} → ${middle}`) && closure.has(`${middle} → ${to}`)) closure.add(`${from} → ${to}`);
      }
    }
  }
  return closure;
}

describe("the diagram in docs/architecture.md", () => {
  it("permits every import", () => {
    expect(crossing.length).toBeGreaterThan(1_000);
    expect(crossing.filter(({ arrow }) => !permitted.has(arrow))).toEqual([]);
  });

  it("has no arrow that no import needs", () => {
    const used = new Set(crossing.map(({ arrow }) => arrow));
    expect([...arrows].filter((arrow) => !used.has(arrow))).toEqual([]);
  });

  it("has no cycle", () => {
    expect([...nodes].filter((node) => permitted.has(`${node} → ${node}`))).toEqual([]);
  });
});

it.each(NARROWER)("$rule", ({ from, refused }) => {
  expect(imports.filter((one) => from.test(one.from) && refused.test(one.name))).toEqual([]);
});

it("server/gateway compiles without server/console, server/process, components and app", () => {
  const listed = execFileSync("tsc", ["--project", "tsconfig.gateway.json", "--listFiles"], { encoding: "utf8" });
  const root = `${process.cwd()}/`;
  const files = listed.split("\n").flatMap((name) => (name.startsWith(root) ? [name.slice(root.length)] : []));
  expect(files).toContain("server/gateway/open-gateway.ts");
  expect(files.filter((name) => /^(server\/(console|process)|components|app)\//.test(name))).toEqual([]);
});
