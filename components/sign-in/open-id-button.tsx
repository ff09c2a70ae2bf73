"use client";

import { useState } from "react";
import { postJson } from "#components/ui/post-json.ts";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { AuthError } from "./auth-layout.tsx";
import styles from "./sign-in.module.css";

/** Starts a sign-in with the organisation's OpenID provider. After the sign-in, the browser opens the path `to`. */
export function OpenIdButton({ to }: { readonly to: string }) {
  const [state, setState] = useState<"ready" | "busy" | "failed">("ready");
  const hydrated = useHydrated();

  async function begin() {
    setState("busy");
    try {
      const response = await postJson("/api/auth/sign-in/social", { provider: "oidc", callbackURL: to });
      if (!response.ok) throw new Error(String(response.status));
      const { url } = await response.json();
      window.location.assign(url);
    } catch {
      setState("failed");
    }
  }

  return (
    <>
      {state === "failed" && (
        <AuthError title="Your organisation’s sign-in service cannot be reached">
          Try again in a moment, or sign in with a password.
        </AuthError>
      )}
      <button
        type="button"
        className={styles.button}
        data-quiet
        disabled={!hydrated || state === "busy"}
        onClick={begin}
      >
        Sign in with your organisation
      </button>
    </>
  );
}
