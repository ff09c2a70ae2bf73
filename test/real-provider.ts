import { generateKeyPairSync } from "node:crypto";
import Provider, { type Adapter, type AdapterPayload, type Configuration } from "oidc-provider";
import { type Listening, listen } from "./listen.ts";
import { CLIENT } from "./open-id-provider.ts";

/** The settings of the product for a vendor's provider, and the claims that it sends about a person. */
export interface Vendor {
  readonly path: string;
  readonly settings: Readonly<Record<string, string>>;
  /** The claims of the scope `openid` and of the scopes that the settings request. */
  readonly names: readonly string[];
  describe(person: Person): Readonly<Record<string, unknown>>;
}

export interface Person {
  readonly sub: string;
  readonly email: string;
  readonly groups: readonly string[];
}

const ROLES = JSON.stringify({ "forecast-admins": "admin", "forecast-reviewers": "reviewer", everyone: "researcher" });

/** The shapes of three vendors, as their documentation describes ID tokens. */
export const VENDORS = {
  Entra: {
    path: "/9a1c5f0e/v2.0",
    settings: {
      OIDC_SCOPES: "openid email profile offline_access",
      OIDC_TRUSTED_ADDRESS: "preferred_username",
      OIDC_ROLES: ROLES.replaceAll("forecast-", "7e1b-"),
    },
    names: ["sub", "oid", "tid", "ver", "name", "preferred_username", "groups", "hasgroups"],
    describe: ({ sub, email, groups }) => ({
      ...{ oid: `oid-${sub}`, tid: "9a1c5f0e", ver: "2.0", name: "Member of Entra", preferred_username: email },
      ...overflow(groups.map((group) => group.replace("forecast-", "7e1b-"))),
    }),
  },
  Okta: {
    path: "",
    settings: { OIDC_SCOPES: "openid email profile groups offline_access", OIDC_ROLES: ROLES },
    names: ["sub", "name", "preferred_username", "email", "email_verified", "groups"],
    describe: ({ email, groups }) => ({
      ...{ name: "Member of Okta", preferred_username: email, email, email_verified: true, groups },
    }),
  },
  Keycloak: {
    path: "/realms/forecasts",
    settings: { OIDC_ROLES_CLAIM: "realm_access.roles", OIDC_ROLES: ROLES },
    names: ["sub", "name", "preferred_username", "email", "email_verified", "realm_access"],
    describe: ({ email, groups }) => ({
      ...{ name: "Member of Keycloak", preferred_username: email.split("@")[0], email, email_verified: true },
      realm_access: { roles: ["offline_access", ...groups] },
    }),
  },
} as const satisfies Record<string, Vendor>;

/** Entra ID sends a link instead of more than 200 groups. */
function overflow(groups: readonly string[]): Readonly<Record<string, unknown>> {
  if (groups.length <= 200) return { groups };
  return {
    _claim_names: { groups: "src1" },
    _claim_sources: { src1: { endpoint: "https://graph.example/users/1/getMemberObjects" } },
  };
}

export interface RealProvider {
  readonly issuer: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Sets the person who signs in next, adding or changing the person. */
  set(person: Person): void;
  /** Removes a person: the provider refuses the person's refresh tokens. */
  remove(sub: string): void;
  /** Signs later tokens with a new key, and publishes only this key. */
  rotateKeys(): void;
  /** Number of uses of refresh tokens. */
  refreshes(): number;
  /** Stops or starts listening. */
  fail(failing: boolean): Promise<void>;
  /** Follows the redirects from the provider's URL. Returns the URL of the gateway. */
  browse(url: string): Promise<string>;
}

/** Stores the provider's state in memory, also when its keys change. The provider's own store prints a warning. */
function createStore(): () => Adapter {
  const stored = new Map<string, AdapterPayload>();
  const store: Adapter = {
    async upsert(id, payload) {
      stored.set(id, payload);
    },
    find: async (id) => stored.get(id),
    findByUid: async (uid) => [...stored.values()].find((payload) => payload.uid === uid),
    findByUserCode: async () => undefined,
    async consume(id) {
      Object.assign(stored.get(id) ?? {}, { consumed: Math.floor(Date.now() / 1000) });
    },
    async destroy(id) {
      stored.delete(id);
    },
    async revokeByGrantId(grantId) {
      for (const [id, payload] of stored) if (payload.grantId === grantId) stored.delete(id);
    },
  };
  return () => store;
}

/** A certified OpenID provider on loopback, in a vendor's shape. Everyone who opens it is signed in without a form. */
export async function startRealProvider(vendor: Vendor): Promise<RealProvider> {
  const people = new Map<string, Person>();
  const store = createStore();
  let next = "";
  let refreshes = 0;
  let answer: ReturnType<Provider["callback"]> | undefined;
  const listening: Listening = await listen((request, response) => {
    // The provider finds the path of its issuer in `originalUrl`, as below Express.
    Object.assign(request, { originalUrl: request.url, url: request.url?.slice(vendor.path.length) });
    void answer?.(request, response);
  });
  const issuer = listening.origin + vendor.path;

  function configure(): void {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const scopes = (vendor.settings.OIDC_SCOPES ?? "openid email profile").split(" ");
    const configuration: Configuration = {
      adapter: () => store(),
      jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256" } as never] },
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          grant_types: ["authorization_code", "refresh_token"],
          redirect_uris: ["http://localhost:3000/api/auth/callback/oidc"],
          post_logout_redirect_uris: ["http://localhost:3000/sign-in"],
        },
      ],
      clientDefaults: { token_endpoint_auth_method: "client_secret_post" },
      scopes: [...scopes],
      claims: { openid: [...vendor.names], ...Object.fromEntries(scopes.slice(1).map((scope) => [scope, []])) },
      conformIdTokenClaims: false,
      cookies: { keys: ["a key"] },
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      issueRefreshToken: async () => true,
      interactions: { url: (_, { uid }) => `${vendor.path}/interaction/${uid}` },
      async findAccount(_, sub) {
        const person = people.get(sub);
        return person && { accountId: sub, claims: async () => ({ sub, ...vendor.describe(person) }) };
      },
      async loadExistingGrant({ oidc }) {
        const accountId = oidc.session?.accountId;
        if (oidc.client === undefined || accountId === undefined) return undefined;
        const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId });
        grant.addOIDCScope(scopes.join(" "));
        await grant.save();
        return grant;
      },
    };
    const provider = new Provider(issuer, configuration);
    provider.on("grant.success", ({ oidc }) => {
      if (oidc.params?.grant_type === "refresh_token") refreshes++;
    });
    const respond = provider.callback();
    answer = async (request, response) => {
      if (request.url?.startsWith("/interaction/") !== true) return respond(request, response);
      await provider.interactionFinished(request, response, { login: { accountId: next } });
    };
  }

  configure();
  return {
    issuer,
    settings: {
      ...{ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
      ...vendor.settings,
    },
    set(person) {
      people.set(person.sub, person);
      next = person.sub;
    },
    remove(sub) {
      people.delete(sub);
    },
    rotateKeys: configure,
    refreshes: () => refreshes,
    fail: (failing) => (failing ? listening.leave() : listening.comeBack()),
    async browse(url) {
      const jar = new Map<string, string>();
      for (let target = url; ; ) {
        if (!target.startsWith(listening.origin)) return target;
        const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
        const answered = await fetch(target, { redirect: "manual", headers: { cookie } });
        for (const set of answered.headers.getSetCookie()) {
          const [name = "", value = ""] = set.split(";", 1).join("").split("=");
          jar.set(name, value);
        }
        const location = answered.headers.get("location");
        if (location === null) throw new Error(`${target}: ${answered.status} ${await answered.text()}`);
        target = new URL(location, target).href;
      }
    },
  };
}
