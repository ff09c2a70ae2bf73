import { Field } from "./field.tsx";
import styles from "./filters.module.css";

/** Fields that several lists filter by. Rendered on the server: they weigh nothing in the browser. */

export function TaskField({ value }: { readonly value: string | undefined }) {
  return (
    <div className={styles.wide}>
      <Field label="Task id">
        {(id) => (
          <input
            id={id}
            name="task"
            placeholder="sha256:…"
            defaultValue={value}
            pattern="\s*sha256:[a-f0-9]{64}\s*"
            title="sha256: and 64 hexadecimal digits"
          />
        )}
      </Field>
    </div>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string | undefined;
}

export function TextField({ label, name, value }: TextFieldProps) {
  return <Field label={label}>{(id) => <input id={id} name={name} placeholder="any" defaultValue={value} />}</Field>;
}

interface DayFieldsProps {
  readonly from: string | undefined;
  readonly before: string | undefined;
}

export function DayFields({ from, before }: DayFieldsProps) {
  return (
    <>
      <Field label="From (UTC day)">{(id) => <input id={id} name="from" type="date" defaultValue={from} />}</Field>
      <Field label="Before (UTC day)">
        {(id) => <input id={id} name="before" type="date" defaultValue={before} />}
      </Field>
    </>
  );
}

interface ChoiceFieldProps extends TextFieldProps {
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

export function ChoiceField({ label, name, value, choices }: ChoiceFieldProps) {
  return (
    <Field label={label}>
      {(id) => (
        <select id={id} name={name} defaultValue={value ?? ""}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
