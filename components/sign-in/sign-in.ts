import { postJson } from "#components/ui/post-json.ts";

export type SignInOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: "wrong" | "disabled" | "failed" }
  | {
      readonly ok: false;
      readonly reason: "limited";
      readonly seconds: number;
      /** Error message from the gateway; undefined if the authentication library or a proxy refused the request. */
      readonly message?: string | undefined;
    };

/** Signs in with an e-mail address and a password. Never rejects. */
export async function signIn(account: { readonly email: string; readonly password: string }): Promise<SignInOutcome> {
  try {
    const response = await postJson("/api/auth/sign-in/email", account);
    return response.ok ? { ok: true } : await readRefusal(response);
  } catch {
    return { ok: false, reason: "failed" };
  }
}

const DEFAULT_WAIT_SECONDS = 60;

/** Parses a refused sign-in. The gateway sends the header `retry-after`, the authentication library `x-retry-after`. */
export async function readRefusal(response: Response): Promise<SignInOutcome> {
  const { status, headers } = response;
  const body = await response.json().catch(() => undefined);
  if (status === 429) {
    // A proxy may send a date instead of seconds. The default wait is then used.
    const seconds = Number(headers.get("retry-after") ?? headers.get("x-retry-after") ?? Number.NaN);
    const message = body?.error?.message;
    return { ok: false, reason: "limited", seconds: Number.isNaN(seconds) ? DEFAULT_WAIT_SECONDS : seconds, message };
  }
  if (status === 403 && body?.code === "MEMBER_DISABLED") return { ok: false, reason: "disabled" };
  return { ok: false, reason: status === 401 ? "wrong" : "failed" };
}
