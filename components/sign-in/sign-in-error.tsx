import { Alert } from "#components/ui/alert.tsx";
import { countOf } from "#lib/format.ts";
import type { SignInOutcome } from "./sign-in.ts";

/** Why there is no session, and what to do. */
export function SignInError({ outcome }: { readonly outcome: Extract<SignInOutcome, { ok: false }> }) {
  switch (outcome.reason) {
    case "wrong":
      return (
        <Alert title="The e-mail address or the password is wrong" tone="bad" live>
          <p>Type the password again. An administrator can give you a new one.</p>
        </Alert>
      );
    case "disabled":
      return (
        <Alert title="Your account is disabled" tone="bad" live>
          <p>Ask an administrator to enable it again.</p>
        </Alert>
      );
    case "limited":
      return (
        <Alert title="Too many sign-ins from your address" tone="warn" live>
          <p>Wait {countOf(outcome.seconds ?? 60, "second")}, then try again.</p>
        </Alert>
      );
    case "failed":
      return (
        <Alert title="The sign-in did not work" tone="bad" live>
          <p>The gateway could not be reached, or it failed. Try again in a moment.</p>
        </Alert>
      );
  }
}
