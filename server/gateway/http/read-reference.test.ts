import { expect, it } from "vitest";
import { readReference } from "./read-reference.ts";

it("serves docs/api.md with the address of the deployment, and without links into the repository", async () => {
  const text = await readReference({ root: process.cwd(), consoleUrl: "https://gateway.example.org" });
  expect(text).toMatch(/^# API reference\n/);
  expect(text).toContain("curl -s https://gateway.example.org/v1/predict");
  expect(text).not.toMatch(/localhost|<!--|\.md[#)]/);
  expect(text).toContain("The provided\nclients send idempotency keys automatically.");
});
