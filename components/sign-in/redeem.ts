/** Result of redeeming a one-time link: the e-mail address to sign in with, or an error message. */
export type Redeemed = { readonly ok: true; readonly email: string } | { readonly ok: false; readonly message: string };

/** Redeems a one-time link. Never rejects. */
export async function redeem(given: {
  readonly token: string;
  readonly password: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
}): Promise<Redeemed> {
  try {
    const response = await fetch("/api/join", {
      method: "POST",
      redirect: "error",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(given),
    });
    const { email, error } = await response.json();
    if (response.ok) return { ok: true, email };
    return { ok: false, message: error.message };
  } catch {
    return { ok: false, message: "The gateway could not be reached. Try again in a moment." };
  }
}
