import { createHmac } from "node:crypto";
import { v7 as uuid } from "uuid";
import type { Role } from "#lib/domain/members.ts";
import { findMember } from "#server/console/auth/find-member.ts";
import { insertMember } from "#server/console/members/accounts.ts";
import { answerTrpc } from "#server/console/trpc/answer-trpc.ts";
import { appRouter } from "#server/console/trpc/router.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { freeWork, type Work } from "#server/limits/work.ts";
import { readFirstRun } from "#server/process/seed-first-run.ts";
import { anyAddress } from "./any-address.ts";
import type { TestGateway } from "./start-gateway.ts";

/** A member's console session, for tests that run the gateway in their own process. */
export interface ConsoleSession {
  readonly memberId: string;
  readonly cookie: string;
  /** Calls tRPC procedures as this member, without HTTP; throws if a call is refused. */
  readonly call: Procedures;
  /** Calls procedures as this work, which a test can abort. */
  callAs(work: Work): Procedures;
  fetch(procedure: string, input: unknown): Promise<ProcedureReply>;
  /** Posts an unmodified body to `/api/trpc/{path}`, valid or not. */
  post(path: string, body: string | Uint8Array, headers?: Record<string, string>): Promise<PostReply>;
}

export interface PostReply {
  readonly status: number;
  /** The parsed JSON response; an array for a batch of calls. */
  readonly body: unknown;
}

export interface ProcedureReply {
  readonly status: number;
  readonly headers: Headers;
  /** `result.data` of the response; undefined if the call was refused. */
  readonly data: unknown;
  readonly error: ProcedureError | undefined;
}

export interface ProcedureError {
  readonly message: string;
  readonly data: { readonly code: string; readonly httpStatus: number; readonly answer?: unknown };
}

type Procedures = ReturnType<typeof callerWith>;

/** Opens a session for the account of this role that the first run created. */
export async function signInAs(gateway: TestGateway, role: Role): Promise<ConsoleSession> {
  const account = readFirstRun(gateway.dataDir)?.accounts[role];
  if (account === undefined) throw new Error("the gateway has no first-run.json");
  const { internalAdapter } = await gateway.gateway.auth.$context;
  const found = await internalAdapter.findUserByEmail(account.email);
  if (found === null) throw new Error(`${account.email} is not a member`);
  return openSession(gateway, found.user.id);
}

/** Adds a member with this role, without a password, and opens a session. */
export async function addSession(gateway: TestGateway, role: Role): Promise<ConsoleSession> {
  const { database, events } = gateway.gateway;
  const id = uuid();
  const email = `${id}@example.com`;
  await inTransaction(database, async (transaction) => {
    await insertMember(gateway.gateway, transaction, { id, name: role, role, email, passwordHash: "" });
    const actor = { type: "system", id: "test" } as const;
    await events.appendIn(transaction, actor, {
      kind: "member.added",
      member_id: id,
      role,
      address: email,
    });
  });
  return openSession(gateway, id);
}

/** Creates a session without a sign-in, because the password check takes longer than most tests. */
export async function openSession(gateway: Pick<TestGateway, "gateway">, memberId: string): Promise<ConsoleSession> {
  const { internalAdapter, authCookies, secret } = await gateway.gateway.auth.$context;
  // As a session by one-time link, which SIGN_IN=openid permits. Years, for tests that move the clock.
  const validUntil = gateway.gateway.config.signIn === "openid" ? { validUntil: new Date("2100-01-01") } : {};
  const { token } = await internalAdapter.createSession(memberId, false, validUntil);
  const signature = createHmac("sha256", secret).update(token).digest("base64");
  const cookie = `${authCookies.sessionToken.name}=${encodeURIComponent(`${token}.${signature}`)}`;
  return sessionOf(gateway, memberId, cookie);
}

export async function signIn(
  { gateway }: TestGateway,
  account: { readonly email: string; readonly password: string },
): Promise<ConsoleSession> {
  const origin = new URL(gateway.config.consoleUrl).origin;
  const response = await gateway.auth.handler(
    new Request(`${origin}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin, "x-client-address": anyAddress() },
      body: JSON.stringify(account),
    }),
  );
  const { user } = await response.json();
  if (user === undefined) throw new Error(`sign-in failed with status ${response.status}`);
  const cookie = response.headers
    .getSetCookie()
    .map((set) => set.split(";", 1)[0])
    .join("; ");
  return sessionOf({ gateway }, user.id, cookie);
}

function sessionOf({ gateway }: Pick<TestGateway, "gateway">, memberId: string, cookie: string): ConsoleSession {
  const { origin } = new URL(gateway.config.consoleUrl);
  return {
    memberId,
    cookie,
    call: callerWith({ gateway }, cookie),
    callAs: (work) => callerWith({ gateway }, cookie, work),
    fetch: (procedure, input) => fetchProcedure({ gateway }, procedure, input, { cookie, origin }),
    post: (path, body, headers = {}) => postProcedure({ gateway }, path, body, { cookie, origin, ...headers }),
  };
}

function callerWith({ gateway }: Pick<TestGateway, "gateway">, cookie: string, work = freeWork()) {
  return appRouter.createCaller(async () => ({
    gateway,
    member: await findMember(gateway, new Headers({ cookie })),
    work,
    arrivedAt: performance.now(),
  }));
}

/** Calls a tRPC procedure over HTTP: a query or subscription with GET, a mutation with POST. */
export async function fetchProcedure(
  { gateway }: Pick<TestGateway, "gateway">,
  procedure: string,
  input: unknown,
  sent: Record<string, string>,
): Promise<ProcedureReply> {
  const path: unknown = Reflect.get(appRouter._def.procedures, procedure);
  const reads = typeof path === "function" && Reflect.get(Object(Reflect.get(path, "_def")), "type") !== "mutation";
  const search = reads && input !== undefined ? `?input=${encodeURIComponent(JSON.stringify(input))}` : "";
  const response = await answerTrpc(
    gateway,
    new Request(`http://localhost:3000/api/trpc/${procedure}${search}`, {
      method: reads ? "GET" : "POST",
      headers: { ...sent, ...(reads ? {} : { "content-type": "application/json" }) },
      ...(reads ? {} : { body: JSON.stringify(input) ?? null }),
    }),
  );
  const { status, headers } = response;
  if (headers.get("content-type") === "text/event-stream") return readStream(headers, await response.text());
  const { result, error } = await response.json();
  return { status, headers, data: result?.data, error };
}

async function postProcedure(
  { gateway }: Pick<TestGateway, "gateway">,
  path: string,
  body: string | Uint8Array,
  sent: Record<string, string>,
): Promise<PostReply> {
  const headers = { "content-type": "application/json", ...sent };
  const request = new Request(`http://localhost:3000/api/trpc/${path}`, {
    method: "POST",
    headers,
    body: body as BodyInit,
  });
  const response = await answerTrpc(gateway, request);
  return { status: response.status, body: await response.json() };
}

/** Parses the event stream of a subscription. The HTTP status is 200 even if the stream contains a refusal. */
function readStream(headers: Headers, text: string): ProcedureReply {
  const refused = /^event: serialized-error\ndata: (.*)$/m.exec(text)?.[1];
  const error: ProcedureError | undefined = refused === undefined ? undefined : JSON.parse(refused);
  const messages = [...text.matchAll(/(?:^|\n\n)data: (.+)$/gm)].map(([, data = "null"]) => JSON.parse(data));
  return { status: error?.data.httpStatus ?? 200, headers, data: messages, error };
}
