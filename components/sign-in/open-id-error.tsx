import { Alert } from "#components/ui/alert.tsx";

const REASONS: Readonly<Record<string, string>> = {
  signup_disabled: "No member has the address that your organisation names. Ask an administrator to invite it.",
  email_not_verified: "Your organisation has not verified your address, so it cannot be trusted here.",
  email_does_not_match: "Your address at your organisation is not the one that you have here. Ask an administrator.",
  email_not_found: "Your organisation did not name your address.",
  MEMBER_DISABLED: "Your account is disabled. Ask an administrator.",
};

/** Why the organisation's sign-in has let nobody in, and what to do. */
export function OpenIdError({ fault }: { readonly fault: string }) {
  return (
    <Alert title="Your organisation’s sign-in did not work" tone="bad" live>
      <p>{REASONS[fault] ?? "Try again. If it keeps failing, sign in with a password, or ask an administrator."}</p>
    </Alert>
  );
}
