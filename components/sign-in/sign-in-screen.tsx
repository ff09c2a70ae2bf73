import Link from "next/link";
import { AuthHelp, AuthLayout } from "#components/ui/auth-layout.tsx";
import { routes } from "#lib/console/routes.ts";
import { OpenIdButton } from "./open-id-button.tsx";
import { OpenIdError } from "./open-id-error.tsx";
import { SignInForm } from "./sign-in-form.tsx";

interface SignInScreenProps {
  /** Where to go then: a path of this site. */
  readonly to: string;
  /** Members may also sign in by the organisation's provider. */
  readonly openId: boolean;
  /** Why a sign-in by the provider has just failed. */
  readonly fault: string | undefined;
}

export function SignInScreen({ to, openId, fault }: SignInScreenProps) {
  return (
    <AuthLayout title="Sign in">
      {fault !== undefined && <OpenIdError fault={fault} />}
      <SignInForm to={to} />
      {openId && <OpenIdButton to={to} />}
      <AuthHelp>
        Accounts are made by an administrator. After a first start on this machine, they lie in{" "}
        <code>data/first-run.json</code>.
      </AuthHelp>
      <AuthHelp>
        Calling from a program? The <Link href={routes.docs}>API reference</Link> needs no account.
      </AuthHelp>
    </AuthLayout>
  );
}
