import { Alert } from "@mantine/core";
import { countOf } from "#lib/format.ts";
import type { SignInOutcome } from "./sign-in.ts";

const REASONS = {
  wrong: {
    title: "The e-mail address or the password is wrong",
    remedy: "Type the password again. An administrator can reset it.",
  },
  disabled: { title: "Your account is disabled", remedy: "Ask an administrator to enable it." },
  limited: { title: "Too many sign-ins", remedy: "" },
  failed: {
    title: "The sign-in failed",
    remedy: "The gateway could not be reached, or it failed. Try again in a moment.",
  },
};

/** Explains a failed sign-in and what to do. */
export function SignInError({ outcome }: { readonly outcome: Extract<SignInOutcome, { ok: false }> }) {
  const { title, remedy } = REASONS[outcome.reason];
  return (
    <Alert title={title} color="bad" role="alert">
      {outcome.reason === "limited"
        ? [outcome.message, `Try again in ${countOf(outcome.seconds, "second")}.`].join(" ").trim()
        : remedy}
    </Alert>
  );
}

const PROVIDER_REASONS: Readonly<Record<string, string>> = {
  signup_disabled: "No member has the address from your organisation. Ask an administrator to invite it.",
  email_not_verified: "Your organisation has not verified your address, so it cannot be trusted here.",
  email_does_not_match: "Your organisation has another address for you than this gateway. Ask an administrator.",
  email_not_found: "Your organisation did not send your address.",
  MEMBER_DISABLED: "Your account is disabled. Ask an administrator.",
};

/** Explains a failed sign-in through the OpenID provider and what to do. */
export function OpenIdError({ code }: { readonly code: string }) {
  return (
    <Alert title="Your organisation’s sign-in did not work" color="bad" role="alert">
      {PROVIDER_REASONS[code] ?? "Try again. If it keeps failing, sign in with a password, or ask an administrator."}
    </Alert>
  );
}
