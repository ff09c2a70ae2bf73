import type { Verdict } from "./decision.ts";
import styles from "./decision-form.module.css";

interface VerdictChoiceProps {
  readonly legend: string;
  readonly name: string;
  readonly value: Verdict | undefined;
  readonly onChange: (value: Verdict) => void;
}

const CHOICES = [
  { value: "approve", label: "Approve" },
  { value: "changes", label: "Ask for changes" },
  { value: "reject", label: "Reject" },
] as const;

export function VerdictChoice({ legend, name, value, onChange }: VerdictChoiceProps) {
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      <div className={styles.row}>
        {CHOICES.map((choice) => (
          <label key={choice.value} className={styles.choice}>
            <input type="radio" name={name} checked={value === choice.value} onChange={() => onChange(choice.value)} />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
