import { AuthHelp, AuthLayout } from "#components/ui/auth-layout.tsx";
import { Link } from "#components/ui/link.tsx";
import { routes } from "#lib/console/routes.ts";
import { JoinForm } from "./join-form.tsx";

interface JoinScreenProps {
  readonly token: string;
  /** Undefined if the link is invalid. */
  readonly link:
    | { readonly purpose: "join" | "password"; readonly email: string; readonly role: string | null }
    | undefined;
}

/** Page of a one-time link: the form to join or reset a password, or the reason why the link is invalid. */
export function JoinScreen({ token, link }: JoinScreenProps) {
  if (link === undefined) {
    return (
      <AuthLayout title="This link does not work">
        <p>It has been used or revoked, is older than three days, or is incomplete.</p>
        <p>Ask an administrator for a new one.</p>
        <AuthHelp>
          Have you set your password already? <Link href={routes.signIn()}>Sign in</Link>.
        </AuthHelp>
      </AuthLayout>
    );
  }
  const { purpose, email, role } = link;
  return (
    <AuthLayout title={purpose === "join" ? "Join the forecasting gateway" : "Set a new password"}>
      {email !== "" && (
        <p>
          For <strong>{email}</strong>
          {role !== null && `, as ${role}`}
        </p>
      )}
      <JoinForm token={token} joins={purpose === "join"} email={email} />
      <AuthHelp>
        {purpose === "join"
          ? "The link works once. You will sign in with your address and this password."
          : "The link works once. All your sessions end, and you sign in with the new password."}
      </AuthHelp>
    </AuthLayout>
  );
}
