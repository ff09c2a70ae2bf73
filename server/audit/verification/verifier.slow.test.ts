import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { answerTrpc } from "#server/console/trpc/answer-trpc.ts";
import { type ConsoleSession, signInAs } from "#test/console-session.ts";
import { describeStores } from "#test/describe-stores.ts";
import { effort } from "#test/effort.ts";
import { appendRefusals } from "#test/make-events.ts";
import { sharedGateway } from "#test/shared-gateway.ts";
import { startGateway, type TestGateway } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";

const EVENTS = effort({ sample: 2_000, full: 10_000 });

describeStores("verifications of a long log", (settings) => {
  let gateway: TestGateway;
  let researcher: ConsoleSession;
  /** Number of statements that read events since the test began. */
  let reads = 0;
  /** While this is set, reads of events wait for its promise. */
  let gate: PromiseWithResolvers<void> | undefined;

  /** Releases the waiting reads and makes the next reads wait. */
  function holdReads(): void {
    gate?.resolve();
    gate = Promise.withResolvers();
  }

  function releaseReads(): void {
    gate?.resolve();
    gate = undefined;
  }

  beforeAll(async () => {
    gateway = await startGateway(await settings(), undefined, { repeat: () => () => {} });
    researcher = await signInAs(gateway, "researcher");
    await appendRefusals(gateway, EVENTS);
    // The start compares and signs the tree in the background. Its reads end before the tests count reads.
    await gateway.gateway.tree.compareWithWitnesses().then(gateway.gateway.tree.sign);
    const { pool } = gateway.gateway.database;
    const query: unknown = Reflect.get(pool, "query");
    Reflect.set(pool, "query", (...statement: unknown[]) => {
      const run = () => typeof query === "function" && Reflect.apply(query, pool, statement);
      if (!/"body".* from "events"/s.test(textOf(statement[0]))) return run();
      reads++;
      return gate === undefined ? run() : gate.promise.then(run);
    });
  });
  beforeEach(() => {
    reads = 0;
  });
  afterEach(releaseReads);

  function ask(procedures: string, signal?: AbortSignal): Promise<Response> {
    const headers = { cookie: researcher.cookie };
    const sent = new Request(`http://localhost:3000/api/trpc/${procedures}`, { headers, ...(signal && { signal }) });
    return answerTrpc(gateway.gateway, sent);
  }

  it("never block other requests", async () => {
    let answered = 0;
    let done = false;
    const verification = ask("audit.verify").finally(() => {
      done = true;
    });
    while (!done) {
      expect((await fetch(gateway.url)).status).toBe(405);
      answered++;
    }
    expect((await (await verification).json()).result.data.ok).toBe(true);
    // A page has 250 events: other requests are answered between and during pages.
    expect(answered).toBeGreaterThan(EVENTS / 1_000);
  });

  it("run one after the other, and end when their caller leaves", async () => {
    const caller = new AbortController();
    holdReads();
    const [left, waits] = [ask("audit.verify", caller.signal), ask("audit.verify")];
    await until("the first one reads", () => reads > 0);
    await settle();
    const ofOne = reads;
    caller.abort();
    await left;
    releaseReads();
    expect((await (await waits).json()).result.data).toMatchObject({ ok: true, errors: [], warnings: [] });
    const withLeft = reads;
    reads = 0;
    const { data } = (await (await ask("audit.verify")).json()).result;
    expect(data.events).toBeGreaterThan(EVENTS);
    // The run may read another page before it ends.
    expect(withLeft - reads).toBeLessThanOrEqual(ofOne + 1);
  });

  /** Waits until no events are read while several other statements are answered. */
  async function settle(): Promise<void> {
    for (let before = -1; before !== reads; ) {
      before = reads;
      for (let count = 0; count < 30; count++) await gateway.gateway.database.pool.query("select 1");
    }
  }
});

it.each([",", "%2C", "%2c"])("a batch has at most 10 procedures, separated by %s", async (comma) => {
  const gateway = await sharedGateway();
  const researcher = await signInAs(gateway, "researcher");
  const batch = (count: number, cookie = researcher.cookie) => {
    const names = Array.from({ length: count }, () => "system.status").join(comma);
    const url = `http://localhost:3000/api/trpc/${names}?batch=1`;
    return answerTrpc(gateway.gateway, new Request(url, { headers: { cookie } }));
  };
  expect(await (await batch(10)).json()).toHaveLength(10);
  for (const cookie of [researcher.cookie, ""]) {
    for (const count of [11, 7_000]) {
      const refused = await batch(count, cookie);
      expect(refused.status).toBe(400);
      const message = "A batch is limited to 10 procedures. Split it into smaller batches.";
      expect(await refused.json()).toMatchObject({ error: { code: "BAD_REQUEST", message } });
    }
  }
});

function textOf(query: unknown): string {
  return typeof query === "string" ? query : String(Reflect.get(Object(query), "text"));
}
