"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { routes } from "#lib/console/routes.ts";

/** Ends the session, and leaves the page with everything that it has in memory. */
export function SignOutButton() {
  const [state, setState] = useState<"ready" | "busy" | "failed">("ready");

  async function signOut() {
    setState("busy");
    try {
      const response = await fetch("/api/auth/sign-out", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
      });
      if (!response.ok) throw new Error(String(response.status));
      window.location.assign(routes.signIn());
    } catch {
      setState("failed");
    }
  }

  return (
    <>
      <Button variant="default" size="compact-xs" mt={6} onClick={signOut} loading={state === "busy"}>
        Sign out
      </Button>
      {state === "failed" && <span role="alert">The sign-out failed: you are still signed in. Try again.</span>}
    </>
  );
}
