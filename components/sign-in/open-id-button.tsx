"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { routes } from "#lib/console/routes.ts";

/** Starts a sign-in with the organisation's OpenID provider. After the sign-in, the browser opens the path `to`. */
export function OpenIdButton({ to }: { readonly to: string }) {
  const [state, setState] = useState<"ready" | "busy" | "failed">("ready");
  const hydrated = useHydrated();

  async function begin() {
    setState("busy");
    try {
      const response = await fetch("/api/auth/sign-in/social", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ provider: "oidc", callbackURL: to, errorCallbackURL: routes.signIn(to) }),
      });
      if (!response.ok) throw new Error(String(response.status));
      const { url } = await response.json();
      window.location.assign(url);
    } catch {
      setState("failed");
    }
  }

  return (
    <>
      <ErrorAlert
        title="Your organisation’s sign-in service cannot be reached"
        error={state === "failed" ? { message: "Try again in a moment, or sign in with a password." } : null}
      />
      <Button variant="default" size="sm" disabled={!hydrated} loading={state === "busy"} onClick={begin}>
        Sign in with your organisation
      </Button>
    </>
  );
}
