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
      await page.getByRole("link", { name: "Will the Larkfield harbour tram line" }).first().click();
      await page.getByRole("heading", { name: "History of the forecast and its sources" }).waitFor();
      await page.waitForLoadState("networkidle");
    },
  },
  {
    name: "audit-verified",
    role: "researcher",
    async open(page) {
      await page.goto("/audit", quiet);
      await page.getByRole("button", { name: "Verify audit log" }).click();
      await page.getByText("The audit log is verified").waitFor();
    },
  },
  {
    name: "palette",
    role: "researcher",
    async open(page) {
      await page.goto("/", quiet);
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search the console" }).waitFor();
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
    name: "credential-webhook",
    role: "admin",
    async open(page) {
      await go(page, "/settings/credentials");
      await page.getByRole("button", { name: "Webhook" }).first().click();
      await page.getByRole("dialog").getByLabel("Webhook URL").fill("https://localhost/hook");
      await page.getByRole("button", { name: "Save and show secret" }).click();
      await page.getByText("The webhook cannot be sent to localhost: the IP address is private or reserved.").waitFor();
    },
  },
  {
    name: "members-invited",
    role: "admin",
    async open(page) {
      await page.goto("/settings/members", quiet);
      await page.getByRole("button", { name: "Invite member" }).click();
      await page.getByLabel("E-mail").fill("somebody@example.org");
      await page.getByRole("button", { name: "Create link" }).click();
      await page.getByText("shown only once").waitFor();
    },
  },
  {
    name: "queue-decide-together",
    role: "reviewer",
    async open(page) {
      await page.goto("/review?origin=import", quiet);
      await page.getByRole("checkbox").first().check();
      await page.getByRole("button", { name: "Decide on selection" }).click();
      await page.getByRole("dialog").getByText("Checklist").waitFor();
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
