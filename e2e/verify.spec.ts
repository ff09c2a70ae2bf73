import { generateKeyPairSync } from "node:crypto";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { joinExtra } from "#lib/tlog/disclosures.ts";
import { parsePolicy, printPolicy } from "#lib/tlog/policy.ts";
import { parseNote, printNote, printVerifierKey } from "#lib/tlog/signed-note.ts";
import { parseProof, printProof } from "#lib/tlog/tlog-proof.ts";
import { openWitnessSigner } from "#server/audit/tree/note-signer.ts";
import { discloseAll } from "#test/disclosures.ts";
import { generateLog } from "#test/generated-log.ts";
import { expectNoViolations } from "./axe.ts";
import { firstRun, predict, test } from "./console.ts";
import { overhang } from "./overhang.ts";

async function fetchProof(request: APIRequestContext): Promise<string> {
  const { request_id: requestId } = await (await predict(request, "binary")).json();
  const response = await request.get(`/receipts/${requestId}`, {
    headers: { authorization: `Bearer ${firstRun().api_key}` },
  });
  expect(response.status()).toBe(200);
  return response.text();
}

async function drop(page: Page, name: string, text: string): Promise<void> {
  await page
    .getByLabel(/extension .tlog-proof/)
    .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
}

test("a visitor verifies proofs in the browser, and nothing is sent", async ({ page, request }) => {
  const proof = await fetchProof(request);
  await page.goto("/verify");
  const sent: string[] = [];
  page.on("request", (one) => sent.push(one.url()));

  await drop(page, "good.tlog-proof", proof);
  await expect(page.getByRole("heading", { name: "Verified: good.tlog-proof" })).toBeVisible();
  await expect(page.getByText("Not witnessed")).toBeVisible();
  await expect(page.getByText(/^A forecast of the release service-r13-c/)).toBeVisible();
  await page.getByText("Event as JSON").click();
  await expect(page.getByText('"kind": "prediction.answered"')).toBeVisible();
  await expectNoViolations(page, "a verified proof");
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overhang(page)).toBe(0);
  }

  await drop(page, "damaged.tlog-proof", proof.replace(/\nindex \d+/, "\nindex 0"));
  await expect(page.getByRole("heading", { name: "Not verified: damaged.tlog-proof" })).toBeVisible();
  await expect(page.getByText("The event is not at this position in the signed log.")).toBeVisible();
  await expectNoViolations(page, "a damaged proof");
  expect(sent).toEqual([]);
});

test("a policy that requires a witness refuses a proof until it is cosigned", async ({ page, request }) => {
  const proof = await fetchProof(request);
  const { logs } = await parsePolicy(await (await request.get("/.well-known/tlog-policy")).text());
  const { privateKey } = generateKeyPairSync("ed25519");
  const witness = await openWitnessSigner("witness.example/w", privateKey, () => Date.UTC(2026, 10, 26, 12));
  await page.goto("/verify");
  await drop(page, "request.tlog-proof", proof);
  const policy = printPolicy(logs, [{ key: witness.key, url: "https://witness.example" }]);
  await page.getByLabel("Policy").fill(policy);
  await expect(page.getByText("too few witnesses have cosigned it")).toBeVisible();

  const parsed = parseProof(proof);
  const note = parseNote(parsed?.checkpoint ?? "");
  if (parsed === undefined || note === undefined) throw new Error("not a proof");
  const checkpoint = printNote({ ...note, signatures: [...note.signatures, witness.sign(note.text)] });
  await drop(page, "witnessed.tlog-proof", printProof({ ...parsed, checkpoint }));
  await expect(page.getByRole("heading", { name: "Verified: witnessed.tlog-proof" })).toBeVisible();
  await expect(page.getByText("The event was recorded before 26 Nov 2026, 12:00 UTC.")).toBeVisible();

  await page.getByLabel("Policy").fill(policy.replace("quorum majority", "quorum none"));
  await expect(page.getByText("The policy requires no witness, so no time is proven.")).toBeVisible();
  await expect(page.getByText("recorded before")).toBeHidden();

  await page.getByLabel("Policy").fill(`log ${printVerifierKey(witness.key)}`);
  await expect(page.getByText("The policy is invalid: line 1")).toBeVisible();
});

test("the contents of an event are shown, except those that the proof lacks", async ({ page }) => {
  const note = `Reviewed with care.\n${"long".repeat(400)}`;
  const { leaf, disclosures } = discloseAll({ request: { options: ["yes", "no"] }, note, reason: "secret" });
  const log = await generateLog("log.example/1", [leaf], []);
  const printed = (lines: readonly string[]) =>
    printProof({ extra: joinExtra(leaf, lines), index: 0, hashes: [], checkpoint: log.note });
  await page.goto("/verify");
  await page.getByLabel("Policy").fill(printPolicy([log.signer.key], []));

  await drop(page, "some.tlog-proof", printed(disclosures.slice(0, 2)));
  await expect(page.getByRole("region", { name: "request" })).toContainText('"options"');
  await expect(page.getByRole("region", { name: "note" })).toContainText(note);
  await expect(page.getByText("reason: withheld or erased.")).toBeVisible();
  await expectNoViolations(page, "a proof with contents");
  await page.setViewportSize({ width: 320, height: 900 });
  expect(await overhang(page)).toBe(0);

  await drop(page, "changed.tlog-proof", printed([...disclosures, ...disclosures]));
  await expect(page.getByText("A content in the proof is not the one")).toBeVisible();
});

test("a member downloads the proof of an event from the audit log", async ({ session, request }) => {
  await predict(request, "binary");
  const page = await session("researcher");
  await page.goto("/audit");
  await page.getByRole("row").nth(1).getByRole("button").click();
  await expect(page.getByText('"kind": "prediction.answered"')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download proof" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^event-\d+\.tlog-proof$/);
});
