import { eq, type SQL } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { z } from "zod";
import { emailAddress, memberName, requiredText } from "#lib/domain/fields.ts";
import { personAddress } from "#lib/person-address.ts";
import type { Actor } from "#server/audit/log/event.ts";
import { GatewayError, isGatewayError, statusOf } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import * as accounts from "#server/console/members/accounts.ts";
import { rename } from "#server/console/members/own-account.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { members } from "#server/db/member-schema.ts";
import { hashSecret, secretMatches } from "#server/gateway/credentials/credential-key.ts";
import { bearerToken } from "#server/gateway/http/bearer-token.ts";
import { storeExternalId } from "./admit-identity.ts";

export const SCIM = "/api/auth/scim/v2";

/** Causes the events of what the organisation's directory changes. */
const DIRECTORY: Actor = { type: "system", id: "scim" };
const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
const MESSAGES = "urn:ietf:params:scim:api:messages:2.0";
const MAX_LISTED = 200;

type Context = Pick<ConsoleContext, "config" | "database" | "events" | "now">;

const text = z.string().max(1_000).nullish();

/** The attributes that the gateway uses. Entra ID sends Booleans as strings. Other attributes are ignored. */
const user = z.object({
  userName: text,
  externalId: z.nullish(requiredText(200, "must not be empty")),
  displayName: text,
  name: z.object({ formatted: text, givenName: text, familyName: text }).nullish(),
  active: z.union([z.boolean(), z.stringbool({ truthy: ["true"], falsy: ["false"] })]).nullish(),
});

type User = Partial<z.output<typeof user>>;

/** Returns the name of an attribute. Paths ignore case and may begin with the schema. */
function nameOf(path: string): string {
  const name = path.replace(`${USER}:`, "").toLowerCase().replace("name.formatted", "displayname");
  return Object.keys(user.shape).find((known) => known.toLowerCase() === name) ?? path;
}

const operation = z
  .object({ op: z.string(), path: text, value: z.unknown() })
  .refine(({ path, value }) => path || value instanceof Object, "must have a path, or an object as its value")
  .transform(({ op, path, value }) => (/^remove$/i.test(op) ? {} : path ? { [nameOf(path)]: value } : Object(value)));

const patch = z
  .object({ Operations: z.array(operation).max(100) })
  .transform(({ Operations }) => Object.assign({}, ...Operations))
  .pipe(user);

const list = z.object({
  filter: z.string().optional(),
  startIndex: z.coerce.number().int().min(1).catch(1),
  count: z.coerce.number().int().max(MAX_LISTED).catch(MAX_LISTED),
});

/**
 * Answers the organisation's directory (SCIM 2.0, RFC 7644): it lists, adds, disables and enables members. A deleted user
 * is disabled, because audit events name members. `@better-auth/scim` is not used: it keeps users in seven tables of its
 * own, deletes them, and its transactions cannot append audit events.
 */
export async function answerScim(gateway: Context, request: Request): Promise<Response> {
  try {
    const { scimToken } = gateway.config;
    if (scimToken === undefined) throw new GatewayError("NOT_FOUND", { message: "This URL does not exist." });
    const sent = bearerToken(request.headers.get("authorization") ?? undefined) ?? "";
    if (!secretMatches(sent, hashSecret(scimToken)))
      throw new GatewayError("UNAUTHORIZED", { wholeMessage: "Send the token from SCIM_TOKEN." });
    return await answer(gateway, request);
  } catch (thrown) {
    const isInvalid = thrown instanceof z.ZodError;
    const error = isInvalid ? new GatewayError("BAD_REQUEST", { message: z.prettifyError(thrown) }) : thrown;
    if (!isGatewayError(error)) throw error;
    const status = statusOf(error.code);
    const scimType = { 400: request.method === "GET" ? "invalidFilter" : "invalidValue", 409: "uniqueness" }[status];
    const body = { schemas: [`${MESSAGES}:Error`], status: `${status}`, scimType, detail: error.message };
    return reply(body, status, status === 401 ? { "www-authenticate": "Bearer" } : {});
  }
}

function reply(body: unknown, status = 200, more: Record<string, string> = {}): Response {
  const headers = { "content-type": "application/scim+json", "cache-control": "no-store", ...more };
  return new Response(status === 204 ? null : JSON.stringify(body), { status, headers });
}

async function answer(gateway: Context, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const [, kind, id] = pathname.slice(SCIM.length).split("/");
  const body: unknown = await request.json().catch(() => undefined);
  if (kind === "ServiceProviderConfig") return reply(SERVICE);
  if (id === undefined) {
    if (request.method === "POST") return reply(await addUser(gateway, user.parse(body)), 201);
    return reply(await listUsers(gateway, list.parse(Object.fromEntries(searchParams))));
  }
  await accounts.findMemberById(gateway.database.orm, id);
  if (request.method === "DELETE") return reply(await changeUser(gateway, id, { active: false }), 204);
  if (request.method === "PUT") return reply(await changeUser(gateway, id, user.parse(body)));
  if (request.method === "PATCH") return reply(await changeUser(gateway, id, patch.parse(body)));
  return reply((await readUsers(gateway, eq(members.id, id)))[0]);
}

const no = { supported: false };
const SERVICE = {
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
  ...{ patch: { supported: true }, filter: { supported: true, maxResults: MAX_LISTED } },
  ...{ bulk: { ...no, maxOperations: 0, maxPayloadSize: 0 }, changePassword: no, sort: no, etag: no },
  authenticationSchemes: [{ type: "oauthbearertoken", name: "Bearer token", description: "The token from SCIM_TOKEN" }],
};

async function readUsers({ config, database }: Context, where: SQL | undefined, count = 1, offset = 0) {
  const rows = await database.orm.select().from(members).where(where).orderBy(members.id).limit(count).offset(offset);
  return rows.map(({ id, email, name, externalId, disabledAt, createdAt: created, updatedAt: lastModified }) => ({
    ...{ schemas: [USER], id, userName: email, displayName: name, name: { formatted: name } },
    ...(externalId !== null && { externalId }),
    ...{ active: disabledAt === null, emails: [{ value: email, type: "work", primary: true }] },
    meta: { resourceType: "User", created, lastModified, location: `${config.consoleUrl}${SCIM}/Users/${id}` },
  }));
}

async function listUsers(gateway: Context, { filter, startIndex, count }: z.output<typeof list>) {
  const where = filter === undefined ? undefined : readFilter(filter);
  const Resources = await readUsers(gateway, where, Math.max(0, count), startIndex - 1);
  const totalResults = await gateway.database.orm.$count(members, where);
  return { schemas: [`${MESSAGES}:ListResponse`], totalResults, startIndex, itemsPerPage: Resources.length, Resources };
}

function readFilter(filter: string): SQL {
  const [, name = "", value = ""] = /^\s*(\w+)\s+eq\s+"([^"\\\0]*)"\s*$/i.exec(filter) ?? [];
  if (/^userName$/i.test(name)) return eq(members.email, value.toLowerCase());
  if (/^externalId$/i.test(name)) return eq(members.externalId, value);
  throw new GatewayError("BAD_REQUEST", { message: 'The filter must be userName eq "…" or externalId eq "…".' });
}

/** Adds a member, or finds the member with the external id, who has signed in before. */
async function addUser(gateway: Context, sent: User) {
  const { data: email } = emailAddress.safeParse(sent.userName);
  const message = "userName must be the e-mail address that identifies the member at the first sign-in.";
  if (email === undefined) throw new GatewayError("BAD_REQUEST", { message });
  const memberId = await inTransaction(gateway.database, async (transaction) => {
    await accounts.lockMembers(transaction);
    const isKnown = eq(members.externalId, sent.externalId ?? "");
    const [known] = await transaction.select({ id: members.id }).from(members).where(isKnown);
    if (known !== undefined) return known.id;
    await accounts.requireNewPerson(transaction, email);
    const [id, role] = [uuid(), "researcher"] as const;
    await accounts.insertMember(gateway, transaction, { id, name: nameIn(sent) ?? email, email, role });
    const content = { kind: "member.added", member_id: id, role, address: personAddress(email) } as const;
    await gateway.events.appendIn(transaction, DIRECTORY, content);
    return id;
  });
  return changeUser(gateway, memberId, sent);
}

function nameIn({ displayName, name }: User): string | undefined {
  const parts = [name?.givenName, name?.familyName].filter(Boolean).join(" ");
  return memberName.safeParse(displayName || name?.formatted || parts).data;
}

/** Changes a member. The address stays, because only the member's first sign-in uses it. */
async function changeUser(gateway: Context, id: string, sent: User) {
  const { orm } = gateway.database;
  // First, so that a conflict of other attributes does not leave access to a leaver.
  if (sent.active != null) await accounts.setEnabled(gateway, DIRECTORY, id, sent.active);
  if (sent.externalId != null && !(await storeExternalId(orm, id, sent.externalId)))
    throw new GatewayError("CONFLICT", { message: "Another member has this externalId." });
  const member = await accounts.findMemberById(orm, id);
  await rename(gateway, DIRECTORY, member, nameIn(sent) ?? member.name);
  return (await readUsers(gateway, eq(members.id, id)))[0];
}
