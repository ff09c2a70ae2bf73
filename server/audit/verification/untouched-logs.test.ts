import { join } from "node:path";
import { expect, it } from "vitest";
import { openCheckpoints } from "#server/audit/log/checkpoint.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { effort, seed } from "#test/effort.ts";
import { makeEvents } from "#test/make-events.ts";
import { approval, newRequest, submitAndApprove } from "#test/review.ts";
import { type Roles, signInRoles } from "#test/sign-in-roles.ts";
import { readExample } from "#test/start-gateway.ts";
import { verifyAuditLog } from "./verify-audit-log.ts";

const LOGS = effort({ sample: 2, full: 50 });

type Step = (roles: Roles, round: number) => Promise<unknown>;

const STEPS: readonly Step[] = [
  ({ gateway }) => gateway.post(JSON.stringify(readExample("binary"))),
  ({ gateway }) => gateway.post("{"),
  ({ gateway }) => gateway.post(JSON.stringify(newRequest())),
  ({ researcher, reviewer }) => submitAndApprove(researcher, reviewer),
  async ({ researcher, reviewer }) => {
    const { taskId, inputId, request } = await submitAndApprove(researcher, reviewer);
    await reviewer.call.reviews.revoke({ kind: "approval", taskId, inputId, reason: "Seen again." });
    await reviewer.call.reviews.revoke({ kind: "binding", taskId, reason: "Seen again." });
    // Another submission of the same content activates a new binding and a new approval.
    await submitAndApprove(researcher, reviewer, request);
  },
  async ({ researcher, reviewer }) => {
    const rejected = await researcher.call.submissions.submit({ request: newRequest() });
    await reviewer.call.reviews.decide({ ...approval(rejected), quality: "changes", note: 'Say more.\t"é" 😀' });
    const request = newRequest();
    const { submissionId } = await researcher.call.submissions.submit({ request, supersedes: rejected.submissionId });
    await researcher.call.submissions.withdraw({ submissionId });
  },
  async ({ admin }, round) => {
    const { credentialId } = await admin.call.credentials.issue({ name: `caller ${round}` });
    await admin.call.credentials.rotate({ credentialId });
    if (round % 2 === 0) await admin.call.credentials.revoke({ credentialId });
  },
  ({ gateway }) => makeEvents(gateway),
  async ({ gateway: { gateway } }) => {
    const [head] = (await gateway.database.pool.query("select seq, hash from events order by seq desc limit 1")).rows;
    // Simulates another process of the deployment, with its own signing key.
    const keyFile = join(gateway.config.dataDir, "another-key.pem");
    const other = openCheckpoints(gateway.config.checkpointDir, keyFile, gateway.checkpoints.databaseId);
    other.write({ seq: Number(head.seq), hash: head.hash }, gateway.now());
  },
];

it.each(Array.from({ length: LOGS }, (_, index) => index))(
  "verification finds no errors in an untampered log: %d",
  async (index) => {
    const roles = await signInRoles();
    const { database, checkpoints } = roles.gateway.gateway;
    try {
      for (let round = 0; round < 6; round++) {
        const step = STEPS[(seed + index * 7 + round * (1 + (index % 5))) % STEPS.length];
        await step?.(roles, round);
        expect(await verifyAuditLog(database, checkpoints, COMPARISONS), `step ${round}`).toMatchObject({
          ok: true,
          errors: [],
          warnings: [],
        });
      }
    } finally {
      await roles.gateway.stop();
    }
  },
);
