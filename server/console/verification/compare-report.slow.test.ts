import { expect, it } from "vitest";
import { AT_ONCE } from "#server/audit/verification/pace.ts";
import { nextMillisecond } from "#test/next-millisecond.ts";
import { confirmOutcome, newRequest, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { compareReport } from "./compare-report.ts";

const { gateway, researcher, reviewer } = await signInRoles();
const { database, scores } = gateway.gateway;

async function score(): Promise<void> {
  const { taskId, request } = await submitAndApprove(researcher, reviewer, newRequest("2999-01-01T00:00:00Z"));
  await researcher.call.forecasts.run(request);
  const happenedAt = await nextMillisecond();
  await confirmOutcome(researcher, reviewer, { taskId, option: "yes", source: "The register.", happenedAt });
}

async function findErrors(change: string): Promise<readonly string[]> {
  await database.pool.query("create table backup_of_reports as select * from reports");
  await database.pool.query(change);
  const errors = await compareReport(database, AT_ONCE);
  await database.pool.query("delete from reports");
  await database.pool.query("insert into reports select * from backup_of_reports; drop table backup_of_reports");
  return errors.map(({ message }) => message);
}

it("the stored report is compared with its digest and with a new computation, unless newer data exist", async () => {
  await score();
  await scores.update();
  expect(await compareReport(database, AT_ONCE)).toEqual([]);
  const other = `body = convert_to('{}', 'UTF8')`;
  expect(await findErrors(`update reports set ${other}`)).toEqual([
    "reports track-record: the stored report does not match its digest",
  ]);
  const forged = `${other}, digest = encode(sha256(convert_to('{}', 'UTF8')), 'hex')`;
  const invented = ["reports track-record: the stored report does not follow from the recorded scores"];
  expect(await findErrors(`update reports set ${forged}`)).toEqual(invented);
  expect(await findErrors(`update reports set ${forged}, engine = 0`)).toEqual([]);
  await score();
  expect(await findErrors(`update reports set ${forged}`)).toEqual([]);
});
