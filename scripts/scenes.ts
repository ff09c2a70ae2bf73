import type { Page } from "@playwright/test";
import { routes } from "#lib/console/routes.ts";
import type { Role } from "#lib/domain/members.ts";

/** A state of the console to photograph: the user's role and the steps that lead there. */
export interface Scene {
  readonly name: string;
  readonly role: Role | "nobody";
  open(page: Page): Promise<void>;
}

const quiet = { waitUntil: "networkidle" } as const;

export const SCENES: readonly Scene[] = [
  {
    name: "proof-verified",
    role: "researcher",
    open: verifyProof,
  },
  { name: "not-for-researchers", role: "researcher", open: (page) => go(page, "/settings/credentials") },
  {
    name: "forecast-of-several-sources",
    role: "researcher",
    async open(page) {
      await page.goto("/forecasts?text=tram", quiet);
      await page.getByRole("link", { name: "harbour tram line" }).first().click();
      await page.getByRole("heading", { name: "History of the forecast and its sources" }).waitFor();
      await page.waitForLoadState("networkidle");
    },
  },
  {
    name: "credential-issued",
    role: "admin",
    async open(page) {
      await page.goto("/settings/credentials", quiet);
      await page.getByRole("button", { name: "Issue API key" }).click();
      await page.getByLabel("Name").fill("a backend");
      await page.getByRole("button", { name: "Issue", exact: true }).click();
      await page.getByText("Copy the key now").waitFor();
    },
  },
  {
    name: "review-keys",
    role: "reviewer",
    async open(page) {
      await page.goto("/review", quiet);
      await page.keyboard.press("?");
      await page.getByRole("dialog").getByText("Go to the next submission", { exact: true }).waitFor();
    },
  },
];

async function verifyProof(page: Page): Promise<void> {
  const response = await page.request.get(routes.proofFile(1));
  await page.goto(routes.verify, quiet);
  const buffer = await response.body();
  await page
    .getByLabel(/extension .tlog-proof/)
    .setInputFiles({ name: "event-1.tlog-proof", mimeType: "text/plain", buffer });
  await page.getByRole("heading", { name: /erified: event-1/ }).waitFor();
}

async function go(page: Page, path: string): Promise<void> {
  await page.goto(path, quiet);
}
