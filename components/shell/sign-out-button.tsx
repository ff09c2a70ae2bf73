"use client";

import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { signOut } from "#components/ui/sign-out.ts";

export function SignOutButton({ sign }: { readonly sign: ReactNode }) {
  const [state, setState] = useState<"ready" | "busy" | "failed">("ready");
  return (
    <>
      <Button
        variant="default"
        size="compact-xs"
        mt={6}
        leftSection={sign}
        loading={state === "busy"}
        onClick={() => {
          setState("busy");
          signOut().catch(() => setState("failed"));
        }}
      >
        Sign out
      </Button>
      {state === "failed" && <span role="alert">Sign-out failed. You are still signed in. Try again.</span>}
    </>
  );
}
