import type { FirstRun } from "#server/members/first-start.ts";

/** A member's session in the console, as a researcher's script has it. */
export interface ConsoleClient {
  /** The same session at another address, such as the next process's. */
  at(url: string): ConsoleClient;
  query(procedure: string, input?: object): Promise<unknown>;
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

function clientOf(url: string, cookie: string): ConsoleClient {
  return {
    at: (other) => clientOf(other, cookie),
    async query(procedure, input) {
      const search = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
      const answer = await fetch(`${url}/api/trpc/${procedure}${search}`, { headers: { cookie } });
      const body: { result?: { data: unknown } } = await answer.json();
      if (body.result === undefined) throw new Error(`${procedure}: ${JSON.stringify(body)}`);
      return body.result.data;
    },
  };
}
