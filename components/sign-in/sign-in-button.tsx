"use client";

import { useState } from "react";
import { beginSignIn } from "#components/ui/begin-sign-in.ts";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { AuthError } from "./auth-layout.tsx";
import styles from "./sign-in.module.css";

interface SignInButtonProps {
  readonly label: string;
  /** Posted to `path` to start the sign-in. */
  readonly path: "/api/auth/sign-in/social" | "/api/join";
  readonly body: object;
  /** Whether another button of the page is the main one. */
  readonly quiet?: boolean;
}

/** Signs in without a form: with the organisation's OpenID provider, or with a one-time link to a session. */
export function SignInButton({ label, path, body, quiet }: SignInButtonProps) {
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const hydrated = useHydrated();

  async function begin() {
    setBusy(true);
    setFailure(undefined);
    const message = await beginSignIn(path, body);
    setFailure(message);
    setBusy(message === undefined);
  }

  return (
    <>
      {failure !== undefined && <AuthError title="The sign-in failed">{failure}</AuthError>}
      <button
        type="button"
        className={styles.button}
        data-quiet={quiet || undefined}
        disabled={!hydrated || isBusy}
        onClick={begin}
      >
        {label}
      </button>
    </>
  );
}
