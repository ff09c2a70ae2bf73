import { expect } from "vitest";
import { until } from "#test/until.ts";
import { ask, askWithKey, type Load } from "./load.ts";

/** Every process refuses a revoked API key within this time (docs/operations.md). */
const REVOKED_WITHIN_MS = 5_000;

/** Checks, while all gateways are running, that the kills lost and repeated nothing. */
export async function checkFleet(load: Load): Promise<void> {
  const { fleet, keyed, answered, acknowledged } = load;
  for (const url of fleet.urls) {
    const report = await fleet.members.admin.at(url).query("audit.verify");
    expect(report, `the audit log, verified by ${url}`).toMatchObject({ ok: true, errors: [] });
  }
  const { kinds, counts } = await readLog(load);
  const isRecorded = (id: string) => kinds.get(id)?.join() === "prediction.opened,prediction.answered";
  const unrecorded = [...answered].filter((id) => !isRecorded(id)).map((id) => [id, kinds.get(id)]);
  expect(unrecorded, "answers without their two events").toEqual([]);
  const missing = acknowledged.filter((event) => counts.get(event) !== 1).map((event) => [event, counts.get(event)]);
  expect(missing, "acknowledged changes without their one event").toEqual([]);
  const contradictory = keyed.filter(({ finals }) => finals.size > 1).map(({ key }) => key);
  expect(contradictory, "keys with several answers").toEqual([]);
  const asked = Map.groupBy(fleet.model.requests, ({ body }) => body.task.instructions);
  const repeated = keyed.filter(({ instructions }) => (asked.get(instructions)?.length ?? 0) > 1).map(({ key }) => key);
  expect(repeated, "keys with several inferences").toEqual([]);
  await checkRevoked(load);
}

/** Checks that every key has a final answer, which all gateways give, and that every revoked API key is refused. */
export async function checkFinally(load: Load): Promise<void> {
  const { fleet, keyed, revoked } = load;
  for (const url of fleet.urls) {
    const final = async (one: (typeof keyed)[number]) => (await askWithKey(load, url, one)) === "final";
    await Promise.all(keyed.map((one) => until(`a final answer to ${one.key}`, () => final(one))));
  }
  await until("the last revocation is known to all gateways", () => revoked.every(isOld));
  await checkFleet(load);
}

function isOld({ at }: Load["revoked"][number]): boolean {
  return performance.now() - at > REVOKED_WITHIN_MS;
}

async function checkRevoked(load: Load): Promise<void> {
  for (const { apiKey } of load.revoked.filter(isOld)) {
    for (const url of load.fleet.urls) {
      expect(await ask(load, url, { apiKey, body: "{}" }), `the answer of ${url}`).toMatchObject({ status: 401 });
    }
  }
}

/** Returns the kinds of the events of each request, and the number of events of each kind and subject. */
async function readLog({ fleet }: Load) {
  const { cookie } = fleet.members.admin;
  const response = await fetch(`${fleet.urls[0]}/api/export/audit-log`, { headers: { cookie } });
  const kinds = new Map<string, string[]>();
  const counts = new Map<string, number>();
  for (const line of (await response.text()).trimEnd().split("\n")) {
    const { event } = JSON.parse(line);
    if (event === undefined) continue;
    const { kind, request_id, credential_id, task_id } = event;
    if (request_id !== undefined) kinds.set(request_id, [...(kinds.get(request_id) ?? []), kind]);
    const name = `${kind} ${credential_id ?? task_id}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return { kinds, counts };
}
