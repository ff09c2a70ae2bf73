import { routes } from "#lib/console/routes.ts";
import { SignInButton, SignInForm } from "./auth-forms.tsx";
import { AuthError, AuthHelp, AuthLayout } from "./auth-layout.tsx";

interface SignInScreenProps {
  /** Path of this site to open after the sign-in. */
  readonly to: string;
  readonly methods: { readonly password: boolean; readonly openId: boolean };
  /** Set if a sign-in with the OpenID provider has just failed. */
  readonly failure: string | undefined;
}

export function SignInScreen({ to, methods, failure }: SignInScreenProps) {
  return (
    <AuthLayout title="Sign in">
      <p>Probabilities for reviewed questions, each recorded in an audit log that anyone can verify.</p>
      {failure !== undefined && <AuthError title="The sign-in with your organisation failed">{failure}</AuthError>}
      {methods.password && <SignInForm to={to} />}
      {methods.openId && (
        <SignInButton
          label="Sign in with your organisation"
          path="/api/auth/sign-in/social"
          body={{ provider: "oidc", callbackURL: to }}
          quiet={methods.password}
        />
      )}
      <AuthHelp>
        To get an account, ask an administrator.
        {methods.password && (
          <>
            {" "}
            On a new installation, the first accounts are listed in <code>first-run.json</code> in the data folder.
          </>
        )}
      </AuthHelp>
      <AuthHelp>
        You can read the <a href={routes.docs}>API reference</a> without an account.
      </AuthHelp>
    </AuthLayout>
  );
}
