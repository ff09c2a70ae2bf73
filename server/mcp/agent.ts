import { CLIENT_INFO_META_KEY } from "@modelcontextprotocol/server";
import { isJsonObject, type Json, type JsonObject } from "#lib/contract/json.ts";
import { findRefusal } from "#lib/domain/find-refusal.ts";
import type { Permission, SignedIn } from "#lib/domain/members.ts";
import { clip } from "#lib/domain/submissions.ts";
import { GatewayError } from "#server/base/errors.ts";
import { findCaller, NOT_SIGNED_IN } from "#server/console/auth/find-member.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { countChange } from "#server/console/members/count-change.ts";
import type { Caller } from "#server/gateway/credentials/authenticate.ts";
import { bearerToken } from "#server/gateway/http/bearer-token.ts";

/** An authenticated call over MCP. */
export interface Agent {
  readonly caller: Caller;
  /** The member whose personal token was sent; undefined for an API key. */
  readonly member: SignedIn | undefined;
  /** The client's name as it announced itself, which is unverified. */
  readonly client: string;
  readonly headers: Headers;
  readonly signal: AbortSignal;
  /** From performance.now(). */
  readonly arrivedAt: number;
  /** Set if the caller has used up its rate limit for calls other than predictions: seconds until a new window. */
  readonly retryAfter: number | undefined;
}

/** Returns the owner of an API key or a personal token. Throws UNAUTHORIZED for anything else, also a session cookie. */
export async function authenticateAgent(
  gateway: Pick<ConsoleContext, "auth" | "authenticator" | "config" | "database" | "now">,
  headers: Headers,
): Promise<Pick<Agent, "caller" | "member">> {
  const authorization = headers.get("authorization") ?? undefined;
  if (!bearerToken(authorization)?.startsWith("dmp_"))
    return { member: undefined, caller: await gateway.authenticator.authenticate(authorization, "mcp") };
  const member = await findCaller(gateway, headers);
  if (member === undefined) throw new GatewayError("UNAUTHORIZED", { wholeMessage: NOT_SIGNED_IN });
  const { id, name, tokenId } = member;
  return { member, caller: { type: "member", id, name, tokenId, ratePerMinute: gateway.config.rateLimitPerMinute } };
}

/** Throws FORBIDDEN if a member lacks the permission. API keys need none. Counts a change against a member's limit. */
export async function requirePermission(
  gateway: Pick<ConsoleContext, "config" | "rateLimit">,
  { member }: Agent,
  permission: Permission,
): Promise<void> {
  if (member === undefined) return;
  const message = findRefusal(member, permission);
  if (message !== undefined) throw new GatewayError("FORBIDDEN", { message });
  if (permission === "submit") await countChange(gateway, member);
}

const MAX_CLIENT = 100;

/**
 * Returns the client's name. Clients of 2026 send it with each message. Clients of 2025 send it once; then it is the
 * session id of their later messages, because the server keeps no sessions.
 */
export function nameClient(message: JsonObject, headers: Headers): string {
  const params = objectIn(message, "params");
  const info = objectIn(objectIn(params, "_meta"), CLIENT_INFO_META_KEY) ?? objectIn(params, "clientInfo");
  const named = [info?.name, info?.version].filter((part) => typeof part === "string").join(" ");
  const session = Buffer.from(headers.get("mcp-session-id") ?? "", "base64url").toString();
  return clip(named || session, MAX_CLIENT) || "unnamed client";
}

export function objectIn(value: Json | undefined, name: string): JsonObject | undefined {
  const member = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return isJsonObject(member) ? member : undefined;
}
