"use client";

import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { type Errors, Field, findErrors } from "./field.tsx";
import styles from "./sign-in.module.css";
import { type SignInOutcome, signIn } from "./sign-in.ts";
import { SignInError } from "./sign-in-errors.tsx";

/** After the sign-in, the browser opens `to`, a path of this site. */
export function SignInForm({ to }: { readonly to: string }) {
  const [outcome, setOutcome] = useState<SignInOutcome>();
  const [errors, setErrors] = useState<Errors>({});
  const [isSending, setSending] = useState(false);
  const hydrated = useHydrated();
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  // Focuses the e-mail field, unless the reader has already focused another element.
  useEffect(() => {
    if (document.activeElement === document.body) email.current?.focus();
  }, []);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = findErrors(event.currentTarget);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setSending(true);
    const answer = await signIn({ email: email.current?.value ?? "", password: password.current?.value ?? "" });
    setOutcome(answer);
    if (answer.ok) {
      window.location.assign(to);
      return;
    }
    setSending(false);
    if (answer.reason === "wrong" && password.current !== null) {
      password.current.value = "";
      password.current.focus();
    }
  }

  return (
    <form className={styles.form} onSubmit={submit} method="post" noValidate>
      {outcome !== undefined && !outcome.ok && <SignInError outcome={outcome} />}
      <Field
        ref={email}
        name="email"
        type="email"
        label="E-mail"
        autoComplete="username"
        required
        message="Enter your e-mail address, such as name@example.com."
        errors={errors}
      />
      <Field
        ref={password}
        name="password"
        type="password"
        label="Password"
        autoComplete="current-password"
        required
        message="Enter your password."
        errors={errors}
      />
      <button type="submit" className={styles.button} disabled={!hydrated || isSending}>
        Sign in
      </button>
    </form>
  );
}
