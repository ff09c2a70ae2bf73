import { AuthHelp, AuthLayout } from "#components/ui/auth-layout.tsx";
import { Link } from "#components/ui/link.tsx";
import { routes } from "#lib/console/routes.ts";
import { OpenIdButton } from "./open-id-button.tsx";
import { OpenIdError } from "./sign-in-errors.tsx";
import { SignInForm } from "./sign-in-form.tsx";

interface SignInScreenProps {
  /** Path of this site to open after the sign-in. */
  readonly to: string;
  /** Members can also sign in through the organisation's OpenID provider. */
  readonly openId: boolean;
  /** Error code of a sign-in through the provider that just failed. */
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
