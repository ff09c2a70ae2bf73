import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { verifyAuditLog } from "#server/audit/verification/verify-audit-log.ts";
import { proveEvent } from "#server/console/audit-log/prove-event.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { archiveAll } from "#test/archive-all.ts";
import { addSession, signInAs } from "#test/console-session.ts";
import { createDatabase } from "#test/create-database.ts";
import { confirmOutcome, newRequest, submitAndApprove } from "#test/review.ts";
import { endProcesses, makeFolder, runScript } from "#test/run-process.ts";
import { openGateway } from "#test/start-gateway.ts";
import { packRelease } from "./pack.ts";

/**
 * Run once for each release, with TEST_DATABASE_URL: `npx node test/releases/make.ts`. Writes a backup of each kind of
 * database, an archive, a proof, and the requests that later versions must answer, to `test/releases/VERSION`.
 */

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const folder = join("test", "releases", version);
rmSync(folder, { recursive: true, force: true });

/** Two months ago: the events of that month are archived. */
const PAST_MS = Date.now() - 62 * 86_400_000;

async function fill(environment: Readonly<Record<string, string>>, archives: string) {
  const past = await openGateway(environment, undefined, { now: () => new Date(PAST_MS) });
  const archived = await submitAndApprove(await signInAs(past, "researcher"), await signInAs(past, "reviewer"));
  await past.post(JSON.stringify(archived.request));
  mkdirSync(archives);
  await archiveAll({ ...past.gateway, now: () => new Date(PAST_MS) }, archives);
  await past.stop();

  const gateway = await openGateway(environment);
  const [researcher, reviewer, admin] = await Promise.all(
    (["researcher", "reviewer", "admin"] as const).map((role) => signInAs(gateway, role)),
  );
  const other = await addSession(gateway, "admin");
  if (researcher === undefined || reviewer === undefined || admin === undefined) throw new Error("no accounts");
  const kept = await submitAndApprove(researcher, reviewer);
  const answered = await gateway.post(JSON.stringify(kept.request));
  const { taskId } = kept;
  await confirmOutcome(researcher, reviewer, {
    taskId,
    option: "yes",
    source: "s",
    happenedAt: "2026-06-20T12:00:00Z",
  });
  await researcher.call.questions.addNote({ taskId, text: "A note" });
  await researcher.call.questions.tag({ taskId, tag: "release", active: true });
  const content = JSON.stringify({ instructions: "A draft" });
  const draftId = "0198c9a0-0000-7000-8000-000000000001";
  await researcher.call.drafts.save({ draftId, title: "Draft", content, saveId: draftId, replaces: [null] });
  const erased = await submitAndApprove(researcher, reviewer);
  await gateway.post(JSON.stringify(erased.request));
  const asked = { thing: "submission", subjectId: erased.submissionId, rule: "contract" } as const;
  const { erasureId } = await admin.call.erasures.request(asked);
  await other.call.erasures.confirm({ erasureId });
  await researcher.call.submissions.submit({ request: newRequest() });
  await gateway.gateway.scores.update();
  await gateway.gateway.tree.grow();
  const { rows } = await gateway.gateway.database.pool.query(
    "select max(seq)::int as seq from events where kind = 'prediction.answered'",
  );
  const member = { id: admin.memberId, name: "", email: "", role: "admin" as const };
  const proof = await proveEvent(gateway.gateway, member, rows[0].seq);
  const { errors } = await verifyAuditLog(gateway.gateway.database, gateway.gateway.checkpoints, COMPARISONS);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  const policy = gateway.gateway.tree.printPolicy();
  const expected = { kept: kept.request, answer: answered.body, archived: archived.request, erased: erased.request };
  await gateway.stop();
  return { ...expected, proof, policy };
}

for (const kind of ["embedded", "postgres"] as const) {
  const release = join(makeFolder(), kind);
  const dataDir = join(makeFolder(), "data");
  const environment = { DATA_DIR: dataDir, ...(kind === "postgres" && { DATABASE_URL: (await createDatabase()).url }) };
  const expected = await fill(environment, join(dataDir, "archives"));
  const { code, output } = await runScript("backup", environment, release);
  if (code !== 0) throw new Error(output);
  cpSync(join(dataDir, "archives"), join(release, "archives"), { recursive: true });
  writeFileSync(join(release, "expected.json"), JSON.stringify(expected));
  mkdirSync(folder, { recursive: true });
  packRelease(release, join(folder, `${kind}.tar.zst`));
}
await endProcesses();
