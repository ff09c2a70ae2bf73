import { gt } from "drizzle-orm";
import fc from "fast-check";
import { expect, it } from "vitest";
import { parseText } from "#lib/contract/parse-body.ts";
import { openEvent } from "#server/audit/log/contents.ts";
import { contentsOfEvent } from "#server/db/event-contents.ts";
import { events } from "#server/db/schema.ts";
import { openAgent } from "#test/agent-client.ts";
import { mutatedBody } from "#test/arbitrary-mutation.ts";
import { usableRequest, validRequest } from "#test/arbitrary-request.ts";
import { effort } from "#test/effort.ts";
import { approveAll, startGateway, type TestGateway } from "#test/start-gateway.ts";

// Two gateways on copies of one folder, because the first request changes what the second one finds.
const [rest, mcp] = [await startGateway(), await startGateway()];
const agent = await openAgent(mcp);

interface Case {
  readonly text: string;
  readonly approve: boolean;
  readonly key: string;
  /** Whether the call is repeated with the same key. */
  readonly repeats: boolean;
}

const text = fc.oneof(
  { weight: 3, arbitrary: usableRequest().map((request) => JSON.stringify(request)) },
  { weight: 1, arbitrary: validRequest().map((request) => JSON.stringify(request)) },
  // No HTTP body contains lone surrogates.
  { weight: 4, arbitrary: mutatedBody().map((body) => body.toWellFormed()) },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }).map((body) => body.toWellFormed()) },
  { weight: 1, arbitrary: fc.integer({ min: 32_760, max: 33_000 }).map((length) => "é".repeat(length / 2)) },
);
const cases: fc.Arbitrary<Case> = fc.record({
  text,
  approve: fc.boolean(),
  key: fc.oneof({ weight: 4, arbitrary: fc.uuid() }, { weight: 1, arbitrary: fc.constantFrom("a b", '"', '"quoted"') }),
  repeats: fc.boolean(),
});

/** Fields that differ between two calls of one API surface. */
const OWN = ["at", "event_id", "request_id", "submission_id", "timing", "total_ms", "generated_at", "origin"];

async function readNewEvents({ gateway }: TestGateway, after: number) {
  const rows = await gateway.database.orm
    .select({ seq: events.seq, body: events.body, contents: contentsOfEvent })
    .from(events)
    .where(gt(events.seq, after))
    .orderBy(events.seq);
  const read = rows.map(({ body, contents }) => Object.entries(openEvent(body, contents)));
  return {
    last: rows.at(-1)?.seq ?? after,
    contents: read.map((fields) => Object.fromEntries(fields.filter(([name]) => !OWN.includes(name)))),
  };
}

it("gives the same answer or code as POST /v1/predict, and records the same events apart from the origin", async () => {
  let read = { rest: (await readNewEvents(rest, 0)).last, mcp: (await readNewEvents(mcp, 0)).last };
  const codes = new Set<unknown>();
  await fc.assert(
    fc.asyncProperty(cases, async ({ text, approve, key, repeats }) => {
      const parsed = parseText(text);
      if (approve && parsed.ok) {
        const request = Object(parsed.value);
        // Not all generated requests can be approved.
        await Promise.all([rest, mcp].map(({ gateway }) => approveAll(gateway, [request]).catch(() => {})));
      }
      for (let call = 0; call < (repeats ? 2 : 1); call++) {
        const { body } = await rest.post(Buffer.from(text), { "idempotency-key": key });
        const given = await agent.call(mcp.key, "predict", { request: text, idempotency_key: key });
        const error = Object(body.error);
        codes.add(error.code ?? "OK");
        expect(given.code).toBe(error.code);
        expect(given.message).toBe(error.message);
        expect(given.reason).toBe(error.reason);
        expect(given.submission?.status).toBe(error.submission?.status);
        expect(given.isError).toBe(error.code !== undefined && error.reason !== "in_review");
        // The message of an issue contains the id of the submission.
        const places = (issues: readonly { code: string; path: string }[] = []) =>
          issues.map(({ code, path }) => [code, path]);
        expect(places(given.issues)).toEqual(places(error.issues));
        const result = Object(body.result);
        expect(given.choice).toBe(result.choice);
        expect(given.model_version).toBe(body.model_version);
        expect(given.input_id).toBe(body.input_id);
        if (error.code === undefined) {
          const order = parsed.ok ? parsed.options : [];
          expect(given.probabilities).toEqual(
            order.map((option) => ({ option, probability: result.probabilities[option] })),
          );
        }
        const [one, other] = [await readNewEvents(rest, read.rest), await readNewEvents(mcp, read.mcp)];
        read = { rest: one.last, mcp: other.last };
        expect(other.contents).toEqual(one.contents);
      }
    }),
    { numRuns: effort({ sample: 60, full: 1_000 }) },
  );
  expect(codes.has("OK") && codes.size > 3).toBe(true);
});
