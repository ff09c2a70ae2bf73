import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { v7 as uuid } from "uuid";
import { HTTP_REFUSALS } from "#lib/contract/http-refusals.ts";
import type { Config } from "#server/config/read-config.ts";
import { type HttpResponse, refusal } from "#server/gateway/http/http-response.ts";

/** The methods of all addresses that are no pages. */
const METHODS: readonly (readonly [addresses: RegExp, methods: string])[] = [
  [/^\/api\/(auth\/sign-|join$|import\/)/, "POST"],
  [/^\/api\/(trpc|auth)\//, "GET, HEAD, POST"],
  [/^\/(\.well-known|_next|api|receipts|scores|review-status|health|metrics|\w+\.\w+)(\/|$)/, "GET, HEAD"],
];

/** Without JavaScript, the form of a page is posted to the page. */
const METHODS_OF_PAGES = "GET, HEAD, POST";

/** Matches the page that answers unknown addresses, and internal pages of Next. */
const NO_ADDRESS = /^\/(_|\[\.\.\.missing\])/;

/**
 * Returns a function that refuses methods that an address does not accept, and addresses that are not in the build. If
 * the client asks for HTML, Next answers an unknown address with a page.
 */
export function openAddresses({ root, metricsToken }: Pick<Config, "root" | "metricsToken">) {
  const { staticRoutes, dynamicRoutes } = JSON.parse(readFileSync(join(root, ".next", "routes-manifest.json"), "utf8"));
  const routes: { page: string; regex: string }[] = [...staticRoutes, ...dynamicRoutes];
  const known = routes.filter(({ page }) => !NO_ADDRESS.test(page)).map(({ regex }) => new RegExp(regex));
  known.push(/^\/(_next\/static\/|health\/(live|ready)$)/, ...(metricsToken === undefined ? [] : [/^\/metrics$/]));

  return function refuseAddress({ method = "", headers }: IncomingMessage, path = ""): HttpResponse | undefined {
    const own = METHODS.find(([addresses]) => addresses.test(path))?.[1];
    // With the header RSC, Next would answer any address with the data of a page.
    if (own !== undefined) delete headers.rsc;
    const wantsPage = headers.accept?.includes("text/html") === true || headers.rsc !== undefined;
    if (!wantsPage && !known.some((address) => address.test(path)))
      return refusal(404, uuid(), HTTP_REFUSALS[404].cause);
    const Allow = own ?? METHODS_OF_PAGES;
    if (Allow.split(", ").includes(method)) return undefined;
    return refusal(405, uuid(), HTTP_REFUSALS[405].cause, { Allow });
  };
}
