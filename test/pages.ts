import { readdirSync } from "node:fs";
import { dirname } from "node:path";

/** What the addresses of pages with a parameter are made of. */
export interface Seeded {
  readonly requestId: string;
  /** One that waits for a review. */
  readonly submissionId: string;
}

/** How each page is opened. A page that is not here fails whatever looks at all of them: write down its address. */
const ADDRESSES: Readonly<Record<string, (seeded: Seeded) => string>> = {
  "/": () => "/",
  "/docs": () => "/docs",
  "/forecasts": () => "/forecasts",
  "/forecasts/[requestId]": ({ requestId }) => `/forecasts/${requestId}`,
  "/records": () => "/records?show=everything",
  "/review": () => "/review",
  "/review/[submissionId]": ({ submissionId }) => `/review/${submissionId}`,
  "/settings/credentials": () => "/settings/credentials",
  "/settings/system": () => "/settings/system",
  "/sign-in": () => "/sign-in",
  "/submissions": () => "/submissions?whose=all",
  "/submissions/[submissionId]": ({ submissionId }) => `/submissions/${submissionId}`,
  "/submissions/import": () => "/submissions/import",
};

/** The routes of all pages, as the folder `app` has them. */
function findRoutes(): string[] {
  return readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((name) => /(^|\/)page\.tsx$/.test(name))
    .map(
      (name) =>
        `/${dirname(name)
          .replace(/(^|\/)(\([^)]*\)|\.)(?=\/|$)/g, "")
          .replace(/^\//, "")}`,
    )
    .sort();
}

/** An address of every page, by its route. */
export function addressesOf(seeded: Seeded): ReadonlyMap<string, string> {
  const routes = findRoutes();
  const unknown = routes.filter((route) => !Object.hasOwn(ADDRESSES, route));
  const gone = Object.keys(ADDRESSES).filter((route) => !routes.includes(route));
  if (unknown.length > 0) throw new Error(`test/pages.ts does not say how to open ${unknown.join(", ")}`);
  if (gone.length > 0) throw new Error(`test/pages.ts opens what is not there: ${gone.join(", ")}`);
  return new Map(Object.entries(ADDRESSES).map(([route, addressOf]) => [route, addressOf(seeded)]));
}
