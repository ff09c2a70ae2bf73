import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { v7 as uuid } from "uuid";
import { HTTP_REFUSALS } from "#lib/contract/http-refusals.ts";
import type { Config } from "#server/config/read-config.ts";
import { type HttpResponse, refusal } from "#server/gateway/http/http-response.ts";
import { findRoute } from "./routes.ts";

/** Addresses that only the API may have. */
const API = /^\/(\.well-known|api|receipts|scores|review-status)(\/|$)/;
/** Other addresses that are not pages: files, health checks and metrics. */
const NO_PAGE = /^\/(_next|health|metrics|\w+\.\w+)(\/|$)/;
/** Matches the page that answers unknown addresses, and internal pages of Next. */
const NO_ADDRESS = /^\/(_|\[\.\.\.missing\])/;

/**
 * Returns a function that refuses unknown addresses, and methods that an address does not accept. Outside the API, if
 * the client accepts HTML, Next answers an unknown address with a page. `root` is undefined in
 * development, where the pages are not known in advance.
 */
export function openAddresses(root: Config["root"] | undefined, metricsToken: Config["metricsToken"]) {
  const known = [/^\/(_next\/static\/|health\/(live|ready)$)/, ...(metricsToken === undefined ? [] : [/^\/metrics$/])];
  if (root === undefined) known.push(/^/);
  else {
    const { staticRoutes, dynamicRoutes } = JSON.parse(
      readFileSync(join(root, ".next", "routes-manifest.json"), "utf8"),
    );
    const pages: { page: string; regex: string }[] = [...staticRoutes, ...dynamicRoutes];
    known.push(...pages.filter(({ page }) => !NO_ADDRESS.test(page)).map(({ regex }) => new RegExp(regex)));
  }

  return function refuseAddress({ method = "", headers }: IncomingMessage, path = ""): HttpResponse | undefined {
    const route = findRoute(path);
    const isPage = route === undefined && !API.test(path) && !NO_PAGE.test(path);
    // With the header RSC, Next would answer any address with the data of a page.
    if (!isPage) delete headers.rsc;
    const wantsPage = isPage && (headers.accept?.includes("text/html") === true || headers.rsc !== undefined);
    if (route === undefined && !wantsPage && (API.test(path) || !known.some((address) => address.test(path))))
      return refusal(404, uuid(), HTTP_REFUSALS[404].cause);
    // Without JavaScript, the form of a page is posted to the page.
    const methods = route?.methods ?? (isPage ? ["GET", "POST"] : ["GET"]);
    const Allow = methods.join(", ").replace("GET", "GET, HEAD");
    if (Allow.split(", ").includes(method)) return undefined;
    return refusal(405, uuid(), HTTP_REFUSALS[405].cause, { Allow });
  };
}
