import { countOf } from "#lib/format.ts";
import { AuthError } from "./auth-layout.tsx";
import type { SignInOutcome } from "./sign-in.ts";

const REASONS = {
  wrong: {
    title: "The e-mail address or the password is wrong",
    remedy: "Check both and try again. An administrator can reset your password.",
  },
  disabled: { title: "Your account is disabled", remedy: "Ask an administrator to enable it." },
  limited: { title: "Too many sign-in attempts", remedy: "" },
  failed: {
    title: "The sign-in failed",
    remedy: "The gateway could not be reached or returned an error. Try again in a moment.",
  },
};

export function SignInError({ outcome }: { readonly outcome: Extract<SignInOutcome, { ok: false }> }) {
  const { title, remedy } = REASONS[outcome.reason];
  return (
    <AuthError title={title}>
      {outcome.reason === "limited"
        ? [outcome.message, `Try again in ${countOf(outcome.seconds, "second")}.`].join(" ").trim()
        : remedy}
    </AuthError>
  );
}
