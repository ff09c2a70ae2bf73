import { routes } from "#lib/console/routes.ts";
import { AuthHelp, AuthLayout } from "./auth-layout.tsx";
import { JoinForm } from "./join-form.tsx";

interface JoinScreenProps {
  readonly token: string;
  /** Undefined if the link is invalid. */
  readonly link:
    | { readonly purpose: "join" | "password"; readonly email: string; readonly role: string | null }
    | undefined;
}

export function JoinScreen({ token, link }: JoinScreenProps) {
  if (link === undefined) {
    return (
      <AuthLayout title="This link does not work">
        <p>The link has been used or revoked, is older than three days, or is incomplete.</p>
        <p>Ask an administrator for a new link.</p>
        <AuthHelp>
          If you have already set your password, <a href={routes.signIn()}>sign in</a>.
        </AuthHelp>
      </AuthLayout>
    );
  }
  const { purpose, email, role } = link;
  return (
    <AuthLayout title={purpose === "join" ? "Join the forecasting gateway" : "Set a new password"}>
      {email !== "" && (
        <p>
          This link is for <strong>{email}</strong>
          {role !== null && `, with the role ${role}`}.
        </p>
      )}
      <JoinForm token={token} joins={purpose === "join"} email={email} />
      <AuthHelp>
        {purpose === "join"
          ? "The link works once. After that, sign in with your e-mail address and this password."
          : "The link works once. A new password ends all your sessions and revokes the unused links that you created."}
      </AuthHelp>
    </AuthLayout>
  );
}
