"use client";

import { type SubmitEvent, useState } from "react";
import { postJson } from "#components/ui/post-json.ts";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { routes } from "#lib/console/routes.ts";
import { MAX_ADDRESS, MAX_NAME, MAX_PASSWORD, MIN_PASSWORD } from "#lib/domain/limits.ts";
import { AuthError } from "./auth-layout.tsx";
import { type Errors, Field, findErrors } from "./field.tsx";
import styles from "./sign-in.module.css";
import { signIn } from "./sign-in.ts";

interface JoinFormProps {
  readonly token: string;
  /** True if the link is for a new member, who must also enter a name. */
  readonly joins: boolean;
  /** E-mail address of the link's recipient. If empty, the form asks for the address. */
  readonly email: string;
}

/** Sets a new member's name and password, or resets a password, then signs in. */
export function JoinForm({ token, joins, email }: JoinFormProps) {
  const [failure, setFailure] = useState<string>();
  const [errors, setErrors] = useState<Errors>({});
  const [isSending, setSending] = useState(false);
  const hydrated = useHydrated();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const found = findErrors(form);
    setErrors(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) return;
    setSending(true);
    const values = new FormData(form);
    const given = (name: string) => (values.has(name) ? String(values.get(name)) : undefined);
    const password = given("password") ?? "";
    const outcome = await redeem({ token, name: given("name"), email: given("email"), password });
    if (!outcome.ok) {
      setFailure(outcome.message);
      setSending(false);
      return;
    }
    const { ok } = await signIn({ email: outcome.email, password });
    // Replaces this page in the browser history, because the one-time link no longer works.
    window.location.replace(ok ? routes.overview : routes.signIn());
  }

  return (
    <form className={styles.form} onSubmit={submit} method="post" noValidate>
      {failure !== undefined && <AuthError title="Your account was not saved">{failure}</AuthError>}
      {joins && (
        <Field
          name="name"
          label="Name"
          about="Other members see this name next to your work."
          autoComplete="name"
          maxLength={MAX_NAME}
          required
          pattern=".*\S.*"
          message="Enter your name."
          errors={errors}
        />
      )}
      {email === "" ? (
        <Field
          name="email"
          type="email"
          label="E-mail"
          autoComplete="username"
          maxLength={MAX_ADDRESS}
          required
          message="Enter an e-mail address, such as name@example.com."
          errors={errors}
        />
      ) : (
        // Tells the browser's password manager which account this is.
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      )}
      <Field
        name="password"
        type="password"
        label={joins ? "Password" : "New password"}
        about={`At least ${MIN_PASSWORD} characters. Tip: use a few unrelated words.`}
        autoComplete="new-password"
        maxLength={MAX_PASSWORD}
        required
        pattern={`.{${MIN_PASSWORD},}`}
        message={`Use at least ${MIN_PASSWORD} characters.`}
        errors={errors}
      />
      <button type="submit" className={styles.button} disabled={!hydrated || isSending}>
        {joins ? "Join" : "Set password"}
      </button>
    </form>
  );
}

/** Result of redeeming a one-time link: the e-mail address to sign in with, or an error message. */
type Redeemed = { readonly ok: true; readonly email: string } | { readonly ok: false; readonly message: string };

/** Redeems a one-time link. Never rejects. */
async function redeem(given: {
  readonly token: string;
  readonly password: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
}): Promise<Redeemed> {
  try {
    const response = await postJson("/api/join", given);
    const { email, error } = await response.json();
    if (response.ok) return { ok: true, email };
    return { ok: false, message: error.message };
  } catch {
    return { ok: false, message: "The gateway could not be reached. Try again in a moment." };
  }
}
