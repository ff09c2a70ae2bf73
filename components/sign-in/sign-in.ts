import { postJson } from "#components/ui/post-json.ts";
import { countOf } from "#lib/format.ts";
import type { Failure } from "./auth-form.tsx";

const FAILED: Failure = {
  title: "The sign-in failed",
  text: "The gateway could not be reached or returned an error. Try again in a moment.",
};

/** Signs in with an e-mail address and a password. Never rejects. Returns the failure. */
export async function signIn(account: {
  readonly email: string;
  readonly password: string;
}): Promise<Failure | undefined> {
  try {
    const response = await postJson("/api/auth/sign-in/email", account);
    return response.ok ? undefined : await readRefusal(response);
  } catch {
    return FAILED;
  }
}

const DEFAULT_WAIT_SECONDS = 60;

/** Parses a refused sign-in. The gateway sends the header `retry-after`, the authentication library `x-retry-after`. */
export async function readRefusal(response: Response): Promise<Failure> {
  const { status, headers } = response;
  const body = await response.json().catch(() => undefined);
  if (status === 429) {
    // A proxy may send a date instead of seconds. The default wait is then used.
    const seconds = Number(headers.get("retry-after") ?? headers.get("x-retry-after") ?? Number.NaN);
    const wait = `Try again in ${countOf(Number.isNaN(seconds) ? DEFAULT_WAIT_SECONDS : seconds, "second")}.`;
    return { title: "Too many sign-in attempts", text: `${body?.error?.message ?? ""} ${wait}`.trim() };
  }
  if (status === 403 && body?.code === "MEMBER_DISABLED") {
    return { title: "Your account is disabled", text: "Ask an administrator to enable it." };
  }
  if (status !== 401) return FAILED;
  return {
    title: "The e-mail address or the password is wrong",
    text: "Check both and try again. An administrator can reset your password.",
    isWrongPassword: true,
  };
}
