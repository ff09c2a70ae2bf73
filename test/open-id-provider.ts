import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { listen } from "./listen.ts";

export const CLIENT = { id: "gateway", secret: "the provider's secret" };

/** The claims that the provider returns for the next sign-in. */
export interface Claims {
  readonly sub: string;
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly name?: string;
}

type Spoil = (claims: Record<string, unknown>) => Record<string, unknown> | undefined;

/** A minimal OpenID Connect provider on loopback: discovery, code flow with PKCE, RS256 tokens, user info. */
export interface OpenIdProvider {
  readonly issuer: string;
  /** Sets the user who signs in next. `spoil` can make the claims of the ID token invalid, or omit the ID token. */
  next(claims: Claims, spoil?: Spoil): void;
  /** Signs later tokens with a key that is not published, as a forger would. */
  forgeSignatures(): void;
  /** Makes discovery fail with status 503 (true) or succeed again (false). */
  fail(failing: boolean): void;
}

interface Grant {
  readonly claims: Record<string, unknown> | undefined;
  readonly challenge: string;
  readonly redirectUri: string;
}

export async function startProvider(): Promise<OpenIdProvider> {
  const published = generateKeyPairSync("rsa", { modulusLength: 2048 });
  let { privateKey } = published;
  const grants = new Map<string, Grant>();
  let failing = false;
  let claims: Claims = { sub: "nobody" };
  let spoil: Spoil = (all) => all;

  const { origin: issuer } = await listen((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", issuer);
    switch (url.pathname) {
      case "/.well-known/openid-configuration":
        return sendJson(response, failing ? 503 : 200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/userinfo`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ["code"],
          id_token_signing_alg_values_supported: ["RS256"],
        });
      case "/keys": {
        const key = { ...published.publicKey.export({ format: "jwk" }), kid: "first", alg: "RS256", use: "sig" };
        return sendJson(response, 200, { keys: [key] });
      }
      case "/userinfo":
        return sendJson(response, 200, claims);
      case "/authorize":
        return authorize(url.searchParams, response);
      case "/token":
        return token(new URLSearchParams(await read(request)), request.headers.authorization, response);
      default:
        return sendJson(response, 404, {});
    }
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const ours = query.get("client_id") === CLIENT.id && query.get("code_challenge_method") === "S256";
    if (!ours || query.get("response_type") !== "code") {
      sendJson(response, 400, {});
      return;
    }
    const redirectUri = query.get("redirect_uri") ?? "";
    const code = randomBytes(16).toString("base64url");
    const now = Math.floor(Date.now() / 1000);
    const payload = { iss: issuer, aud: CLIENT.id, iat: now, exp: now + 300, nonce: query.get("nonce"), ...claims };
    grants.set(code, { claims: spoil(payload), challenge: query.get("code_challenge") ?? "", redirectUri });
    const back = new URL(redirectUri);
    back.searchParams.set("code", code);
    back.searchParams.set("state", query.get("state") ?? "");
    response.writeHead(302, { location: back.href }).end();
  }

  function token(form: URLSearchParams, authorization: string | undefined, response: ServerResponse): void {
    const code = form.get("code") ?? "";
    const grant = grants.get(code);
    grants.delete(code);
    const basic = `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString("base64")}`;
    const known = authorization === basic || form.get("client_secret") === CLIENT.secret;
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (!known || grant?.challenge !== challenge || grant.redirectUri !== form.get("redirect_uri")) {
      sendJson(response, 400, { error: "invalid_grant" });
      return;
    }
    const id_token = grant.claims && signToken(grant.claims);
    const [access_token, refresh_token] = [randomBytes(16).toString("hex"), randomBytes(16).toString("hex")];
    sendJson(response, 200, { access_token, refresh_token, token_type: "Bearer", id_token });
  }

  function signToken(payload: Record<string, unknown>): string {
    const parts = [{ alg: "RS256", kid: "first", typ: "JWT" }, payload];
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
    return `${text}.${sign("sha256", Buffer.from(text), privateKey).toString("base64url")}`;
  }

  return {
    issuer,
    next(who, change = (all) => all) {
      claims = who;
      spoil = change;
    },
    forgeSignatures() {
      privateKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    },
    fail(now) {
      failing = now;
    },
  };
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function read(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
