"use client";

import { useState } from "react";
import { routes } from "#lib/console/routes.ts";
import { TextButton } from "./text-button.tsx";

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
      <TextButton onClick={signOut} disabled={state === "busy"}>
        {state === "busy" ? "Signing out …" : "Sign out"}
      </TextButton>
      {state === "failed" && <span role="alert">The sign-out failed: you are still signed in. Try again.</span>}
    </>
  );
}
