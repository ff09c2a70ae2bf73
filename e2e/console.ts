import { readFileSync } from "node:fs";
import { type APIRequestContext, type Browser, test as base, expect, type Page } from "@playwright/test";
import type { Role } from "#lib/domain/members.ts";
import type { FirstRun } from "#server/process/seed-first-run.ts";
import { anyAddress } from "#test/any-address.ts";
import { cleanUp, runSteps } from "#test/clean-up.ts";
import { freePort } from "#test/free-port.ts";
import { type OwnServer, ownServer } from "./own-server.ts";

type Session = Awaited<ReturnType<APIRequestContext["storageState"]>>;

let gateway: OwnServer | undefined;

export function sharedGateway(): OwnServer {
  if (gateway === undefined) throw new Error("the worker's gateway is not running: call this only in tests");
  return gateway;
}

export function firstRun(): FirstRun {
  return sharedGateway().firstRun();
}

export async function signIn(page: Page, { email, password }: FirstRun["accounts"][Role]): Promise<void> {
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Sends a request from the folder `examples` to /v1/predict, as a backend would. */
export async function predict(request: APIRequestContext, example: string, key = firstRun().api_key) {
  return request.post("/v1/predict", {
    headers: { authorization: `Bearer ${key}` },
    data: readFileSync(`examples/${example}.json`, "utf8"),
  });
}

/**
 * Makes `goto` and `reload` of a page wait for hydration. Before hydration, input may be lost, and a streamed page may
 * contain some elements twice.
 */
export function awaitingReact(page: Page): Page {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    await untilTakenOver(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    await untilTakenOver(page);
    return response;
  };
  return page;
}

/** Signs in to a gateway in a new browser context and returns a page of that context. */
export async function openSignedIn(browser: Browser, { url, firstRun }: OwnServer, role: Role): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  await context.request.post("/api/auth/sign-in/email", { data: firstRun().accounts[role], headers: { origin: url } });
  return awaitingReact(await context.newPage());
}

/** Waits until the page is hydrated. A test would otherwise act earlier than a person could. */
export async function untilTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(isTakenOver);
}

/** Runs in the browser. Returns whether React has hydrated all links and form controls. */
function isTakenOver(): boolean {
  // React does not hydrate `aria-hidden` text areas, which are copies that measure the height of an autosizing text
  // area, nor the links of the API reference, which is rendered from Markdown.
  const controls = [
    ...document.querySelectorAll("a[href]:not(article a), button, input, select, textarea:not([aria-hidden])"),
  ];
  const taken = controls.filter((control) => Object.keys(control).some((key) => key.startsWith("__reactProps$")));
  // A not-found page contains a part that React never hydrates.
  const isMissing = taken.some(({ textContent }) => textContent === "Go to the overview");
  return isMissing || (taken.length === controls.length && document.querySelector('div[hidden][id^="S:"]') === null);
}

interface Sessions {
  /** Opens a page for a signed-in member. Each role signs in once per worker, because sign-ins are rate limited. */
  readonly session: (role: Role) => Promise<Page>;
  /** Starts another gateway, which the test can stop and restart. Removes its data after the test. */
  readonly startOwn: (environment?: Readonly<Record<string, string>>) => Promise<OwnServer>;
}

const kept = new Map<Role, Session>();

export const test = base.extend<Sessions, { ownGateway: OwnServer }>({
  ownGateway: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures it needs.
    async ({}, use) => {
      gateway = ownServer(await freePort());
      try {
        await gateway.start();
        await use(gateway);
      } finally {
        await gateway.drop();
      }
    },
    { scope: "worker", auto: true, timeout: 300_000 },
  ],
  baseURL: async ({ ownGateway }, use) => use(ownGateway.url),
  // A random client address for each test, because sign-ins are rate limited per address.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures it needs.
  extraHTTPHeaders: async ({}, use) => use({ "x-forwarded-for": anyAddress() }),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures it needs.
  startOwn: async ({}, use) => {
    await use(async (environment) => {
      const server = ownServer(await freePort(), environment);
      cleanUp(() => server.drop());
      await server.start();
      return server;
    });
    await runSteps();
  },
  page: async ({ page }, use) => use(awaitingReact(page)),
  session: async ({ browser, baseURL, extraHTTPHeaders, playwright }, use) => {
    const opened: Page[] = [];
    const thrown: Error[] = [];
    await use(async (role) => {
      let state = kept.get(role);
      if (state === undefined) {
        const api = await playwright.request.newContext({
          baseURL: baseURL ?? "",
          extraHTTPHeaders: { ...extraHTTPHeaders, origin: baseURL ?? "" },
        });
        const response = await api.post("/api/auth/sign-in/email", { data: firstRun().accounts[role] });
        if (!response.ok()) throw new Error(`sign-in failed with status ${response.status()}`);
        state = await api.storageState();
        kept.set(role, state);
        await api.dispose();
      }
      const context = await browser.newContext({ baseURL: baseURL ?? "", storageState: state });
      const page = awaitingReact(await context.newPage());
      // Uncaught errors in the page, including hydration errors, fail the test.
      page.on("pageerror", (error) => thrown.push(error));
      opened.push(page);
      return page;
    });
    for (const page of opened) await page.context().close();
    expect(thrown).toEqual([]);
  },
});
