import { describe, expect, it } from "vitest";
import { errorBodySchema } from "#lib/contract/response.ts";
import { signInAs } from "#test/console-session.ts";
import { sharedGateway } from "#test/shared-gateway.ts";
import { answerTrpc } from "./answer-trpc.ts";

const gateway = await sharedGateway();
const researcher = await signInAs(gateway, "researcher");

/** Returns the field `error` of an error body, without the fields that differ between requests. */
const errorIn = (answer: unknown) => errorBodySchema.parse(answer).error;

describe("a call with a body that is not JSON gets the same error as from /v1/predict", () => {
  const bodies = ["", "{", "secret", '{"a":1}}'];

  it.each([
    "submissions.validate",
    "forecasts.run",
    "submissions.submit",
    "submissions.import",
    "submissions.withdraw",
  ])("%s", async (procedure) => {
    for (const body of bodies) {
      const expected = errorIn((await gateway.post(body)).body);
      const { status, body: reply } = await researcher.post(procedure, body);
      const { message, data } = Object(Object(reply).error);
      expect(status).toBe(400);
      expect(errorIn(data.answer)).toEqual(expected);
      expect(message).toBe(expected.message);
      expect(JSON.stringify(reply)).not.toContain("secret");
    }
  });

  it("in a batch, for each call", async () => {
    const expected = errorIn((await gateway.post("{")).body);
    const { body } = await researcher.post("submissions.validate,submissions.withdraw?batch=1", "{");
    const replies: unknown[] = Array.isArray(body) ? body : [];
    expect(replies.map((reply) => errorIn(Object(reply).error.data.answer))).toEqual([expected, expected]);
  });
});

it("a query with an input that is not JSON is refused as INVALID_JSON, and the error does not repeat the input", async () => {
  const url = "http://localhost:3000/api/trpc/submissions.list?input=secret";
  const reply = await answerTrpc(
    gateway.gateway,
    new Request(url, { headers: { cookie: researcher.cookie, "content-type": "application/json" } }),
  );
  const text = await reply.text();
  expect(reply.status).toBe(400);
  expect(errorIn(JSON.parse(text).error.data.answer)).toMatchObject({ code: "INVALID_JSON", issues: [] });
  expect(text).not.toContain("secret");
});
