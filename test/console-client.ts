import type { FirstRun } from "#server/process/seed-first-run.ts";

/** A member's session in the console, as a script uses it. */
export interface ConsoleClient {
  readonly cookie: string;
  /** The cookie that identifies the session. */
  readonly token: string;
  /** Returns the same session at another address, such as the next process's. */
  at(url: string): ConsoleClient;
  query(procedure: string, input?: object): Promise<unknown>;
  mutate(procedure: string, input: object): Promise<unknown>;
  /** Fetches a page of the console completely. */
  page(path: string): Promise<string>;
}

export async function signIn(url: string, { email, password }: FirstRun["accounts"]["admin"]): Promise<ConsoleClient> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`the sign-in was answered with ${response.status}: ${await response.text()}`);
  const cookie = response.headers
    .getSetCookie()
    .map((set) => set.split(";", 1)[0])
    .join("; ");
  return clientOf(url, cookie);
}

/** A cookie consists of the session's token and a signature. */
export function tokenOf(cookie: string): string {
  const [token = ""] = decodeURIComponent(cookie.split("=")[1] ?? "").split(".");
  if (token.length < 20) throw new Error("this is not a session's cookie");
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
      if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
      return answer.text();
    },
  };
}

async function read(procedure: string, answer: Promise<Response>): Promise<unknown> {
  const body: { result?: { data: unknown } } = await (await answer).json();
  if (body.result === undefined) throw new Error(`${procedure}: ${JSON.stringify(body)}`);
  return body.result.data;
}
