import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Role } from "#lib/domain/members.ts";
import { approval, newRequest, type Seen } from "#test/review.ts";
import { readExample } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";
import { anyGateway, type Fleet } from "./fleet.ts";
import type { Trace } from "./trace.ts";

/** Answers and acknowledgements that no kill may undo. */
export interface Load {
  readonly fleet: Fleet;
  readonly trace: Trace;
  /** The request ids of all answers with status 200. */
  readonly answered: Set<string>;
  /** Requests with an idempotency key. */
  readonly keyed: Keyed[];
  /** Kind and subject of the event of each change that a gateway acknowledged. */
  readonly acknowledged: string[];
  readonly revoked: { readonly apiKey: string; readonly at: number }[];
}

interface Sent {
  readonly apiKey: string;
  readonly body: string;
  readonly key?: string;
}

export interface Keyed extends Sent {
  readonly key: string;
  readonly instructions: string;
  /** The final answers: the text of a 200, or the error code of a recorded error. */
  readonly finals: Set<string>;
}

interface Reply {
  readonly status: number;
  readonly text: string;
  readonly isReplayed: boolean;
}

const EXAMPLE = JSON.stringify(readExample("binary"));

/** Sends requests without a key until `isOver` returns true. */
export async function sendExamples(load: Load, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const url = await anyGateway(load.fleet);
    expectPermitted(await ask(load, url, { apiKey: load.fleet.apiKey, body: EXAMPLE }));
  }
}

/** Submits and approves a question, gets its forecast under one key from all gateways at once, and resolves it. */
export async function followQuestion(load: Load): Promise<void> {
  const { fleet, acknowledged, keyed } = load;
  const request = newRequest();
  const submission = Object(await change(load, "researcher", "submissions.submit", { request })) as Seen;
  const { taskId } = submission;
  acknowledged.push(`submission.created ${taskId}`);
  await change(load, "reviewer", "reviews.decide", approval(submission));
  acknowledged.push(`review.decided ${taskId}`);

  const { instructions } = request.task;
  const one = { apiKey: fleet.apiKey, key: randomUUID(), body: JSON.stringify(request), instructions };
  const each = { ...one, finals: new Set<string>() };
  keyed.push(each);
  const twice = [...fleet.urls, ...fleet.urls];
  await Promise.all(twice.map((url) => askWithKey(load, url, each)));
  await Promise.all(twice.map((url) => askUntilAnswered(load, url, each)));

  const happenedAt = new Date(0).toISOString();
  const entry = { taskId, option: "yes", happenedAt, source: "The register.", beforeFirstForecast: true };
  const recorded = await change(load, "researcher", "outcomes.record", entry);
  acknowledged.push(`outcome.recorded ${taskId}`);
  const { outcomeId } = Object(recorded ?? (await findEntry(load, taskId)));
  await change(load, "reviewer", "outcomes.confirm", { outcomeId, beforeFirstForecast: true });
  acknowledged.push(`outcome.confirmed ${taskId}`);
}

function findEntry({ fleet }: Load, taskId: string): Promise<unknown> {
  return until("the recorded outcome is read", async () => {
    const member = fleet.members.researcher.at(await anyGateway(fleet));
    const question = await member.query("outcomes.get", { taskId }).catch(() => undefined);
    return Object(question).entries?.[0];
  });
}

/** Issues an API key, uses it at all gateways, and revokes it. */
export async function followApiKey(load: Load): Promise<void> {
  const { fleet, acknowledged, revoked } = load;
  const { key: apiKey, credentialId } = Object(await change(load, "admin", "credentials.issue", { name: "A caller" }));
  acknowledged.push(`credential.issued ${credentialId}`);
  await Promise.all(fleet.urls.map(async (url) => expectPermitted(await ask(load, url, { apiKey, body: EXAMPLE }))));
  await change(load, "admin", "credentials.revoke", { credentialId });
  acknowledged.push(`credential.revoked ${credentialId}`);
  revoked.push({ apiKey, at: performance.now() });
}

/** Sends a request with a key. Returns undefined if the gateway did not answer or answered that it is overloaded. */
export async function askWithKey(load: Load, url: string, keyed: Keyed): Promise<"final" | "unfinished" | undefined> {
  const reply = await ask(load, url, keyed);
  expectPermitted(reply);
  if (reply === undefined || reply.status === 429 || reply.status === 503) return undefined;
  const { status, text, isReplayed } = reply;
  if (status !== 200 && !isReplayed && !text.includes("Send a new key")) return "unfinished";
  keyed.finals.add(status === 200 ? text : JSON.parse(text).error.code);
  return "final";
}

/** Repeats a request while the gateway is down or overloaded. */
function askUntilAnswered(load: Load, url: string, keyed: Keyed): Promise<"final" | "unfinished"> {
  const ask = () => (load.fleet.running().includes(url) ? askWithKey(load, url, keyed) : undefined);
  return until(`${url} answers ${keyed.key}`, ask);
}

function expectPermitted(reply: Reply | undefined): void {
  if (reply !== undefined) expect([200, 429, 503, 504], reply.text).toContain(reply.status);
}

/** Returns undefined if the gateway was killed before it had sent its whole answer. */
export async function ask({ answered, trace }: Load, url: string, { apiKey, body, key }: Sent) {
  const id = randomUUID();
  trace.note("request", { id, url, key });
  try {
    const headers = { authorization: `Bearer ${apiKey}`, ...(key === undefined ? {} : { "idempotency-key": key }) };
    const response = await fetch(`${url}/v1/predict`, { method: "POST", headers, body });
    const { status } = response;
    const requestId = response.headers.get("x-request-id") ?? "";
    trace.note("status", { id, status, requestId });
    if (status === 200) answered.add(requestId);
    const text = await response.text();
    trace.note("answer", { id, text });
    return { status, text, isReplayed: response.headers.get("idempotency-replayed") === "true" };
  } catch (error) {
    trace.note("no answer", { id, error: String(error) });
    return undefined;
  }
}

/**
 * Repeats a change in the console until a gateway acknowledges it. Returns undefined if the gateway replies that an
 * earlier attempt has made the change, whose acknowledgement was lost.
 */
async function change({ fleet, trace }: Load, role: Role, procedure: string, input: object): Promise<unknown> {
  let mayBeDone = false;
  const { result } = await until(`${procedure} is acknowledged`, async () => {
    const id = randomUUID();
    const url = await anyGateway(fleet);
    trace.note("change", { id, url, procedure, input });
    try {
      const result = await fleet.members[role].at(url).mutate(procedure, input);
      trace.note("acknowledged", { id, result });
      return { result };
    } catch (error) {
      trace.note("not acknowledged", { id, error: String(error) });
      const code = codeOf(procedure, error);
      if (mayBeDone && (code === "CONFLICT" || code === "NOT_FOUND")) return { result: undefined };
      if (code !== undefined && code !== "SERVICE_UNAVAILABLE") throw error;
      mayBeDone = true;
      return undefined;
    }
  });
  return result;
}

/** Returns the code of a gateway's refusal; undefined if there was no response. */
function codeOf(procedure: string, error: unknown): string | undefined {
  const text = error instanceof Error && error.message.startsWith(`${procedure}: `) ? error.message : "";
  return /"code":"([A-Z_]+)"/.exec(text)?.[1];
}
