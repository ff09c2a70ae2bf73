import { AuthHelp, AuthLayout } from "#components/ui/auth-layout.tsx";
import { Link } from "#components/ui/link.tsx";
import { routes } from "#lib/console/routes.ts";
import { OpenIdButton } from "./open-id-button.tsx";
import { OpenIdError } from "./sign-in-errors.tsx";
import { SignInForm } from "./sign-in-form.tsx";

interface SignInScreenProps {
  /** Where to go then: a path of this site. */
  readonly to: string;
  /** Members may also sign in by the organisation's provider. */
  readonly openId: boolean;
  /** Why a sign-in by the provider failed just now. */
  readonly errorCode: string | undefined;
}

export function SignInScreen({ to, openId, errorCode }: SignInScreenProps) {
  return (
    <AuthLayout title="Sign in">
      {errorCode !== undefined && <OpenIdError code={errorCode} />}
      <SignInForm to={to} />
      {openId && <OpenIdButton to={to} />}
      <AuthHelp>
        An administrator creates accounts. First run: see <code>first-run.json</code> in the data folder.
      </AuthHelp>
      <AuthHelp>
        Calling from a program? The <Link href={routes.docs}>API reference</Link> needs no account.
      </AuthHelp>
    </AuthLayout>
  );
}
