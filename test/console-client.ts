import type { FirstRun } from "#server/process/seed-first-run.ts";

/** A member's session in the console of a gateway in another process, over HTTP. */
export interface ConsoleClient {
  readonly cookie: string;
  /** The session token, without the cookie's signature. */
  readonly token: string;
  /** Returns the same session for a gateway at another URL. */
  at(url: string): ConsoleClient;
  query(procedure: string, input?: object): Promise<unknown>;
  mutate(procedure: string, input: object): Promise<unknown>;
  page(path: string): Promise<string>;
}

export async function signIn(url: string, { email, password }: FirstRun["accounts"]["admin"]): Promise<ConsoleClient> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`sign-in failed with status ${response.status}: ${await response.text()}`);
  const cookie = response.headers
    .getSetCookie()
    .map((set) => set.split(";", 1)[0])
    .join("; ");
  return clientOf(url, cookie);
}

/** Returns the session token of a cookie, whose value is the token and a signature. */
export function tokenOf(cookie: string): string {
  const [token = ""] = decodeURIComponent(cookie.split("=")[1] ?? "").split(".");
  if (token.length < 20) throw new Error("the cookie contains no session token");
  return token;
}

function clientOf(url: string, cookie: string): ConsoleClient {
  return {
    cookie,
    token: tokenOf(cookie),
    at: (other) => clientOf(other, cookie),
    query(procedure, input) {
      const search = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
      return read(procedure, fetch(`${url}/api/trpc/${procedure}${search}`, { headers: { cookie } }));
    },
    mutate(procedure, input) {
      const headers = { cookie, origin: url, "content-type": "application/json" };
      const sent = { method: "POST", headers, body: JSON.stringify(input) };
      return read(procedure, fetch(`${url}/api/trpc/${procedure}`, sent));
    },
    async page(path) {
      const answer = await fetch(`${url}${path}`, { headers: { cookie } });
      if (!answer.ok) throw new Error(`${path} responded with status ${answer.status}`);
      return answer.text();
    },
  };
}

async function read(procedure: string, answer: Promise<Response>): Promise<unknown> {
  const body: { result?: { data: unknown } } = await (await answer).json();
  if (body.result === undefined) throw new Error(`${procedure}: ${JSON.stringify(body)}`);
  return body.result.data;
}
