import { type ComponentProps, useId, useState } from "react";
import styles from "./sign-in.module.css";

interface FieldProps extends ComponentProps<"input"> {
  readonly name: string;
  readonly label: string;
  readonly about?: string;
  /** Shown if the browser finds the value invalid. */
  readonly message: string;
  readonly errors: Errors;
}

/** Messages of the invalid fields by name. */
export type Errors = Readonly<Record<string, string>>;

/** Labelled input with an error message. A password can be shown. */
export function Field({ label, about, message, errors, type, ...input }: FieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const error = errors[input.name];
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

/** Returns the messages of the fields that the browser finds invalid, and focuses the first of them. */
export function findErrors(form: HTMLFormElement): Errors {
  const invalid = [...form.elements].filter((one) => one instanceof HTMLInputElement && !one.validity.valid);
  const [first] = invalid as HTMLInputElement[];
  first?.focus();
  return Object.fromEntries(
    (invalid as HTMLInputElement[]).map(({ name, dataset }) => [name, dataset.message ?? "This value is invalid."]),
  );
}
