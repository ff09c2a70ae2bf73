"use client";

import { type ComponentProps, type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { AuthError } from "./auth-layout.tsx";
import styles from "./sign-in.module.css";

export interface Failure {
  readonly title: string;
  readonly text: string;
  /** Whether the password is to be typed again. */
  readonly isWrongPassword?: boolean;
}

export interface FieldProps extends ComponentProps<"input"> {
  readonly name: string;
  readonly label: string;
  readonly about?: string;
  /** Shown if the browser finds the value invalid. */
  readonly message: string;
}

interface AuthFormProps {
  readonly fields: readonly FieldProps[];
  readonly label: string;
  /** Whether another button of the page is the main one. */
  readonly quiet?: boolean | undefined;
  /** Focuses the first field, unless the reader has already focused another element. */
  readonly hasFocus?: boolean;
  /** Sends the values by name. Returns the failure; undefined if the browser opens another page. */
  readonly onSend: (values: Readonly<Record<string, string>>) => Promise<Failure | undefined>;
}

export function AuthForm({ fields, label, quiet, hasFocus = false, onSend }: AuthFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<Failure>();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isSending, setSending] = useState(false);
  const hydrated = useHydrated();
  useEffect(() => {
    if (hasFocus && document.activeElement === document.body) form.current?.querySelector("input")?.focus();
  }, [hasFocus]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const inputs = [...event.currentTarget.querySelectorAll("input")];
    const invalid = inputs.filter(({ validity }) => !validity.valid);
    invalid[0]?.focus();
    setErrors(Object.fromEntries(invalid.map(({ name, dataset }) => [name, dataset.message ?? ""])));
    if (invalid.length > 0) return;
    setFailure(undefined);
    setSending(true);
    const found = await onSend(Object.fromEntries(inputs.map(({ name, value }) => [name, value])));
    if (found === undefined) return;
    setFailure(found);
    setSending(false);
    const password = inputs.find(({ name }) => name === "password");
    if (found.isWrongPassword !== true || password === undefined) return;
    password.value = "";
    password.focus();
  }

  return (
    <form ref={form} className={styles.form} onSubmit={submit} method="post" noValidate>
      {failure !== undefined && <AuthError title={failure.title}>{failure.text}</AuthError>}
      {fields.map((field) =>
        field.hidden ? (
          <input key={field.name} {...field} />
        ) : (
          <Field key={field.name} {...field} error={errors[field.name]} />
        ),
      )}
      <button type="submit" className={styles.button} data-quiet={quiet || undefined} disabled={!hydrated || isSending}>
        {label}
      </button>
    </form>
  );
}

/** Labelled input with an error message. A password can be shown. */
function Field({ label, about, message, error, type, ...input }: FieldProps & { readonly error: string | undefined }) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {about !== undefined && (
        <p id={`${id}-about`} className={styles.about}>
          {about}
        </p>
      )}
      <div className={styles.input}>
        <input
          {...input}
          id={id}
          type={isShown ? "text" : type}
          data-message={message}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={`${id}-about ${id}-error`}
          required
        />
        {type === "password" && (
          <button
            type="button"
            aria-label={isShown ? "Hide password" : "Show password"}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? "Hide" : "Show"}
          </button>
        )}
      </div>
      <p id={`${id}-error`} className={styles.error}>
        {error}
      </p>
    </div>
  );
}
