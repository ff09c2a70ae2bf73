import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";

/** The tiers of the server, the highest first. Each imports from those below it and from itself. */
const TIERS = ["server/api", "server/services", "server/infra", "lib"];

/** The order of the services that know one another: each may import those before it. */
const ORDER = [
  "credentials",
  "members",
  "forecasts",
  "search",
  "predict",
  "submissions",
  "reviews",
  "evaluations",
  "scores",
  "outcomes",
  "tags",
  "questions",
  "experiments",
  "webhooks",
  "notices",
];

/** What puts the process together: nothing in a tier imports it by value, but for the API's surfaces. */
const ENTRY_POINTS = ["server/main.ts", "server/process/serve.ts", "server/process/create-gateway.ts"];

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
}

const STATEMENT =
  /^(?:import|export)\s+(type\s)?[^;]*?\sfrom\s+"([^"]+)";|import\(\s*"([^"]+)"\s*\)|^import\s+"([^"]+)";/gm;

function readImports(from: string): Import[] {
  return [...readFileSync(from, "utf8").matchAll(STATEMENT)].flatMap(([, type, ...names]) => {
    const name = names.find((one) => one !== undefined) ?? "";
    if (!/^[.#]/.test(name)) return [];
    const to = name.startsWith("#") ? name.slice(1) : normalize(join(dirname(from), name));
    return [{ from, to, isType: type !== undefined }];
  });
}

const imports = ["server", "lib"].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => join(root, name))
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|fixtures\.ts$/.test(name))
    .flatMap(readImports),
);

const tierOf = (file: string) => TIERS.findIndex((tier) => file.startsWith(`${tier}/`));
const describe = ({ from, to }: Import) => `${from} → ${to}`;

/** The folder of a service. A file beside the folders, as bootstrap.ts, stands above all of them. */
const serviceOf = (file: string) => /^server\/services\/([^/]+)\//.exec(file)?.[1];

it("finds the imports", () => {
  expect(imports.length).toBeGreaterThan(1_000);
});

it("no tier imports one above it", () => {
  const up = imports.filter(({ from, to }) => tierOf(from) !== -1 && tierOf(to) !== -1 && tierOf(to) < tierOf(from));
  expect(up.map(describe)).toEqual([]);
});

it("lib imports nothing of the server", () => {
  const out = imports.filter(({ from, to }) => from.startsWith("lib/") && !to.startsWith("lib/"));
  expect(out.map(describe)).toEqual([]);
});

it("services and infrastructure do not import what puts the process together", () => {
  const below = imports.filter(({ from, to }) => tierOf(from) > 0 && ENTRY_POINTS.includes(to));
  expect(below.map(describe)).toEqual([]);
});

it("infrastructure does not import the gateway that the services receive", () => {
  const up = imports.filter(({ from, to }) => from.startsWith("server/infra/") && to === "server/context.ts");
  expect(up.map(describe)).toEqual([]);
});

it("a service imports only services before it", () => {
  const wrong = imports.filter(({ from, to }) => {
    const [one, other] = [serviceOf(from), serviceOf(to)];
    if (one === undefined || !to.startsWith("server/services/") || one === other) return false;
    if (other === undefined) return true;
    return !ORDER.includes(other) || !ORDER.includes(one) || ORDER.indexOf(other) > ORDER.indexOf(one);
  });
  expect(wrong.map(describe)).toEqual([]);
});

it("no folders of the server import each other in a circle", () => {
  const folderOf = (file: string) => /^server\/(?:api|services|infra)\/[^/]+(?=\/)/.exec(file)?.[0];
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [one, other] = [folderOf(from), folderOf(to)];
    if (one === undefined || other === undefined || one === other) continue;
    edges.set(one, (edges.get(one) ?? new Set()).add(other));
  }
  function isReachable(target: string, from: string, seen = new Set<string>()): boolean {
    return [...(edges.get(from) ?? [])].some((next) => {
      if (next === target) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return isReachable(target, next, seen);
    });
  }
  expect([...edges.keys()].filter((folder) => isReachable(folder, folder))).toEqual([]);
});
