import { routes } from "#lib/console/routes.ts";
import type { LinkPurpose } from "#lib/domain/members.ts";
import { JoinForm, SignInButton } from "./auth-forms.tsx";
import { AuthHelp, AuthLayout } from "./auth-layout.tsx";

interface Link {
  readonly purpose: LinkPurpose;
  readonly email: string;
  readonly role: string | null;
}

interface JoinScreenProps {
  readonly token: string;
  /** Undefined if the link is invalid. */
  readonly link: Link | undefined;
  /** Whether members sign in only with the OpenID provider. */
  readonly byProvider: boolean;
}

export function JoinScreen({ token, link, byProvider }: JoinScreenProps) {
  if (link === undefined) {
    return (
      <AuthLayout title="This link does not work">
        <p>The link has been used or revoked, has expired, or is incomplete.</p>
        <p>Ask an administrator for a new link.</p>
        <AuthHelp>
          If you have already used the link, <a href={routes.signIn()}>sign in</a>.
        </AuthHelp>
      </AuthLayout>
    );
  }
  const { purpose, email, role } = link;
  if (purpose === "session" || byProvider) return <ButtonScreen token={token} link={link} />;
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

const BY_PROVIDER = "Continue with your organisation";
const BUTTONS = {
  join: [
    "Join the forecasting gateway",
    BY_PROVIDER,
    "The link works once and links the account that you sign in with.",
  ],
  password: [
    "Link an account",
    BY_PROVIDER,
    "The link works once, replaces the account that is linked now, and ends all your sessions.",
  ],
  session: [
    "Sign in as an administrator",
    "Sign in for one hour",
    "The link works once, makes this member an administrator, and ends the member’s other sessions.",
  ],
} as const;

/** A link that needs no form. */
function ButtonScreen({ token, link }: { readonly token: string; readonly link: Link }) {
  const [title, label, help] = BUTTONS[link.purpose];
  return (
    <AuthLayout title={title}>
      {link.email !== "" && (
        <p>
          This link is for <strong>{link.email}</strong>.
        </p>
      )}
      <SignInButton label={label} path="/api/join" body={{ token }} />
      <AuthHelp>{help}</AuthHelp>
    </AuthLayout>
  );
}
