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

const PROVIDER_REASONS: Readonly<Record<string, string>> = {
  signup_disabled: "No member has the e-mail address that your organisation sent. Ask an administrator to invite you.",
  email_not_verified: "Your organisation has not verified your e-mail address. Sign in with a password.",
  email_does_not_match:
    "Your e-mail address in your organisation differs from the one in this gateway. Ask an administrator.",
  email_not_found: "Your organisation did not send a valid e-mail address. Sign in with a password.",
  MEMBER_DISABLED: "Your account is disabled. Ask an administrator.",
};

export function OpenIdError({ code }: { readonly code: string }) {
  return (
    <AuthError title="The sign-in with your organisation failed">
      {PROVIDER_REASONS[code] ?? "Try again. If the error persists, sign in with a password or ask an administrator."}
    </AuthError>
  );
}
