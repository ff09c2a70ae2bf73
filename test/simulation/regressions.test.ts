import { describe, expect, it, vi } from "vitest";
import { TEST_DATABASE_URL } from "#test/create-database.ts";
import type { Step } from "./command.ts";
import { STORES } from "./deployment.ts";
import { runSteps } from "./simulate.ts";

const content = { question: 0, input: 0 };
const asked = { content, caller: 0, apiKey: 0, idempotencyKey: 1, model: "right", isValid: true, times: 1 };

/** Commands that violated the specification before a fix. */
const REGRESSIONS: Readonly<Record<string, readonly Step[]>> = {
  "the gateway survives a connection that breaks within a transaction": [
    ["fault", { kind: "cut", after: 6 }],
    ["submit", { author: 2, content: { question: 3, input: 1 } }],
  ],
  "an idempotency key is free after a model was too busy": [
    ["predict", { ...asked, model: "busy" }],
    ["predict", asked],
  ],
  "an idempotency key is free after the acknowledgement of its claim was lost": [
    ["predict", { ...asked, fault: { kind: "lost answer", after: 1 }, times: 2 }],
  ],
  "an idempotency key is free after such a loss and a restart": [
    ["predict", { ...asked, fault: { kind: "lost answer", after: 1 } }],
    ["restart", { crash: false }],
    ["predict", asked],
  ],
  "the audit log continues after its last event was archived": [
    ["predict", { ...asked, model: "busy" }],
    ["archive", { months: 2 }],
    ["predict", asked],
  ],
  "erased content is refused until a member restores it": [
    ["predict", asked],
    ["request an erasure", { admin: 0, submission: 0, thing: "submission" }],
    ["confirm the erasure", { admin: 0, erasure: 0 }],
    ["confirm the erasure", { admin: 5, erasure: 0 }],
    ["predict", { ...asked, times: 2 }],
    ["predict", { ...asked, idempotencyKey: undefined }],
    ["record the outcome", { member: 1, question: 0, option: 0, time: 0.5 }],
    ["submit", { author: 1, content, restores: false }],
    ["restart", { crash: true }],
    ["submit", { author: 1, content, restores: true }],
    ["decide", { reviewer: 3, submission: 3, binding: "approve", quality: "approve" }],
    ["predict", asked],
    ["request an erasure", { admin: 0, submission: 3, thing: "observation" }],
    ["confirm the erasure", { admin: 5, erasure: 0 }],
    ["predict", asked],
  ],
  "an auditor gets no forecast": [
    ["set the role", { admin: 0, member: 2, role: "auditor" }],
    ["predict", { ...asked, caller: 4 }],
  ],
};

describe.each(STORES.filter((store) => store !== "foreign"))("on the %s database", (store) => {
  it.skipIf(store === "postgresql" && TEST_DATABASE_URL === undefined).each(Object.entries(REGRESSIONS))(
    "%s (on PostgreSQL skipped without TEST_DATABASE_URL)",
    async (_, steps) => {
      const { violation } = await runSteps(store, steps);
      // better-auth prints the failures of the database that the simulation injects.
      vi.mocked(console.error).mockClear();
      expect(violation).toBeUndefined();
    },
  );
});
