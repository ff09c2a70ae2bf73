/** What became of a sign-in. */
export type SignInOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: "wrong" | "disabled" | "limited" | "failed"; readonly seconds?: number };

/** Asks for a session with an e-mail address and a password. Never rejects. */
export async function signIn(account: { readonly email: string; readonly password: string }): Promise<SignInOutcome> {
  try {
    const response = await fetch("/api/auth/sign-in/email", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(account),
    });
    if (response.ok) return { ok: true };
    if (response.status === 429) {
      return { ok: false, reason: "limited", seconds: Number(response.headers.get("x-retry-after") ?? 60) };
    }
    if (response.status === 403 && (await response.json()).code === "MEMBER_DISABLED") {
      return { ok: false, reason: "disabled" };
    }
    return { ok: false, reason: response.status === 401 ? "wrong" : "failed" };
  } catch {
    return { ok: false, reason: "failed" };
  }
}
