import { routes } from "#lib/console/routes.ts";
import { AuthHelp, AuthLayout } from "./auth-layout.tsx";
import { OpenIdButton } from "./open-id-button.tsx";
import { OpenIdError } from "./sign-in-errors.tsx";
import { SignInForm } from "./sign-in-form.tsx";

interface SignInScreenProps {
  /** Path of this site to open after the sign-in. */
  readonly to: string;
  readonly openId: boolean;
  /** Error code, if a sign-in with the OpenID provider has just failed. */
  readonly errorCode: string | undefined;
}

export function SignInScreen({ to, openId, errorCode }: SignInScreenProps) {
  return (
    <AuthLayout title="Sign in">
      <p>Probabilities for reviewed questions, each recorded in an audit log that anyone can verify.</p>
      {errorCode !== undefined && <OpenIdError code={errorCode} />}
      <SignInForm to={to} />
      {openId && <OpenIdButton to={to} />}
      <AuthHelp>
        To get an account, ask an administrator. On a new installation, the first accounts are listed in{" "}
        <code>first-run.json</code> in the data folder.
      </AuthHelp>
      <AuthHelp>
        You can read the <a href={routes.docs}>API reference</a> without an account.
      </AuthHelp>
    </AuthLayout>
  );
}
