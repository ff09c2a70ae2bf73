import { resolve } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { listen } from "#test/listen.ts";
import { scriptedClients } from "#test/scripted-clients.ts";

/** Scripts that wait for the review of a refused request and print the result and the delays in seconds as JSON. */
const TYPESCRIPT = `
const { GatewayClient, ReviewError } = await import(${JSON.stringify(resolve("clients/typescript/index.ts"))});
const waits = [];
const abort = new AbortController();
const client = new GatewayClient({ baseUrl: process.env.BASE_URL, apiKey: "key", wait: async (ms) => {
  waits.push(ms / 1000);
  if (process.env.ABORT) abort.abort(new Error("aborted"));
  abort.signal.throwIfAborted();
} });
const result = await client.predict({}).catch((error) => client.waitForReview(error, { signal: abort.signal })).then(
  ({ status }) => ({ status }),
  (error) => ({ error: error.name, isReview: error instanceof ReviewError, note: error.submission?.note ?? null, message: error.message }),
);
console.log(JSON.stringify({ ...result, waits }));
`;
const PYTHON = `
import json, os, sys
sys.path.insert(0, "clients/python")
from gateway_client import GatewayClient, GatewayError, ReviewError
waits = []
client = GatewayClient(os.environ["BASE_URL"], "key", wait=waits.append)
try:
    try:
        client.predict({})
    except GatewayError as error:
        result = {"status": client.wait_for_review(error, timeout=0 if os.environ.get("ABORT") else None)["status"]}
except Exception as error:
    submission = getattr(error, "submission", None) or {}
    result = {"error": type(error).__name__, "isReview": isinstance(error, ReviewError), "note": submission.get("note"), "message": str(error)}
print(json.dumps({**result, "waits": waits}))
`;

const CLIENTS = scriptedClients(TYPESCRIPT, PYTHON);

const ID = "0198c9a0-0000-7000-8000-000000000001";
const stateOf = (status: string, note: string | null = null) => ({
  id: ID,
  status,
  url: `http://localhost/submissions/${ID}`,
  task_id: "t",
  input_id: "i",
  note,
  ...(status === "submitted" ? { expected_at: "2099-01-01T00:00:00.000Z" } : {}),
});

/** The bodies of the next answers to /review-status; the last one repeats. */
let states: object[] = [];
let isUnreviewed = true;
let asked: string[] = [];

const server = await listen(async (request, response) => {
  if (request.method === "POST") {
    const submission = isUnreviewed ? { submission: stateOf("submitted"), reason: "in_review" } : {};
    const error = { code: "TASK_NOT_SUPPORTED", message: "No.", issues: [], ...submission, doc_url: "/docs" };
    response.writeHead(422, { "content-type": "application/json" });
    response.end(JSON.stringify({ error, request_id: ID }));
    return;
  }
  asked.push(request.url ?? "");
  const state = states.length > 1 ? states.shift() : states[0];
  const isOpen = Object(state).status === "submitted";
  response.writeHead(200, { "content-type": "application/json", ...(isOpen ? { "retry-after": "300" } : {}) });
  response.end(JSON.stringify(state));
});
beforeEach(() => {
  asked = [];
  isUnreviewed = true;
});

describe.each(CLIENTS)("the %s client, waiting for a review", (_, start, skip) => {
  async function wait(environment: Record<string, string> = {}) {
    const client = start({ BASE_URL: `${server.origin}/path/`, ...environment });
    await client.exit;
    return JSON.parse(client.output());
  }

  it.skipIf(skip)(
    "polls with the delay in Retry-After until the submission is approved, whatever is expected",
    async () => {
      states = [stateOf("submitted"), stateOf("submitted"), stateOf("approved")];
      expect(await wait()).toEqual({ status: "approved", waits: [300, 300] });
      expect(asked).toEqual(Array(3).fill(`/path/review-status/${ID}`));
    },
  );

  it.skipIf(skip)("reports another decision with the reviewers' note", async () => {
    states = [stateOf("changes_requested", "Name the source.")];
    expect(await wait()).toMatchObject({
      error: "ReviewError",
      isReview: true,
      note: "Name the source.",
      message: `The submission ${ID} is changes_requested: Name the source.`,
      waits: [],
    });
  });

  it.skipIf(skip)("ends when it is aborted or its time is over", async () => {
    states = [stateOf("submitted")];
    expect(await wait({ ABORT: "1" })).toMatchObject({ isReview: false });
    expect(asked).toHaveLength(1);
  });

  it.skipIf(skip)("rejects with the refusal if that names no submission", async () => {
    isUnreviewed = false;
    expect(await wait()).toMatchObject({ error: "GatewayError", isReview: false });
    expect(asked).toEqual([]);
  });
});
