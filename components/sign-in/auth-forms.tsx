"use client";

import { beginSignIn } from "#components/ui/begin-sign-in.ts";
import { postJson } from "#components/ui/post-json.ts";
import { routes } from "#lib/console/routes.ts";
import { MAX_ADDRESS, MAX_NAME, MAX_PASSWORD, MIN_PASSWORD } from "#lib/domain/limits.ts";
import { AuthForm, type FieldProps } from "./auth-form.tsx";
import { signIn } from "./sign-in.ts";

const EMAIL = {
  name: "email",
  type: "email",
  label: "E-mail",
  autoComplete: "username",
  maxLength: MAX_ADDRESS,
  message: "Enter an e-mail address, such as name@example.com.",
};

const PASSWORD = {
  name: "password",
  type: "password",
  label: "Password",
  autoComplete: "current-password",
  message: "Enter your password.",
};

/** After the sign-in, the browser opens `to`, a path of this site. */
export function SignInForm({ to }: { readonly to: string }) {
  return (
    <AuthForm
      fields={[EMAIL, PASSWORD]}
      label="Sign in"
      hasFocus
      onSend={async ({ email = "", password = "" }) => {
        const failure = await signIn({ email, password });
        if (failure === undefined) window.location.assign(to);
        return failure;
      }}
    />
  );
}

interface SignInButtonProps {
  readonly label: string;
  /** Posted to `path` to start the sign-in. */
  readonly path: "/api/auth/sign-in/social" | "/api/join";
  readonly body: object;
  readonly quiet?: boolean;
}

/** Signs in without fields: with the organisation's OpenID provider, or with a one-time link to a session. */
export function SignInButton({ label, path, body, quiet }: SignInButtonProps) {
  return (
    <AuthForm
      fields={[]}
      label={label}
      quiet={quiet}
      onSend={async () => {
        const text = await beginSignIn(path, body);
        return text === undefined ? undefined : { title: "The sign-in failed", text };
      }}
    />
  );
}

interface JoinFormProps {
  readonly token: string;
  /** True if the link is for a new member, who must also enter a name. */
  readonly joins: boolean;
  /** E-mail address of the link's recipient. If empty, the form asks for the address. */
  readonly email: string;
}

/** Sets a new member's name and password, or resets a password, then signs in. */
export function JoinForm({ token, joins, email }: JoinFormProps) {
  const name: FieldProps = {
    name: "name",
    label: "Name",
    about: "Other members see this name next to your work.",
    autoComplete: "name",
    maxLength: MAX_NAME,
    pattern: ".*\\S.*",
    message: "Enter your name.",
  };
  // Tells the browser's password manager which account this is.
  const account = { ...EMAIL, name: "username", type: "text", value: email, readOnly: true, hidden: true };
  const password = {
    ...PASSWORD,
    label: joins ? "Password" : "New password",
    about: `At least ${MIN_PASSWORD} characters. Tip: use a few unrelated words.`,
    autoComplete: "new-password",
    maxLength: MAX_PASSWORD,
    pattern: `.{${MIN_PASSWORD},}`,
    message: `Use at least ${MIN_PASSWORD} characters.`,
  };
  return (
    <AuthForm
      fields={[...(joins ? [name] : []), email === "" ? EMAIL : account, password]}
      label={joins ? "Join" : "Set password"}
      onSend={({ username: _, ...values }) => join({ token, ...values })}
    />
  );
}

/** Redeems a one-time link, then signs in. Returns the failure. */
async function join(given: { readonly token: string; readonly password?: string }) {
  try {
    const response = await postJson("/api/join", given);
    const { email, error } = await response.json();
    if (!response.ok) return { title: "Your account was not saved", text: error.message };
    const failure = await signIn({ email, password: given.password ?? "" });
    // Replaces this page in the browser history, because the one-time link no longer works.
    window.location.replace(failure === undefined ? routes.overview : routes.signIn());
    return undefined;
  } catch {
    return {
      title: "Your account was not saved",
      text: "The gateway could not be reached. Try again in a moment.",
    };
  }
}
