"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { PlainButton } from "#components/ui/plain-button.tsx";
import { routes } from "#lib/console/routes.ts";
import styles from "./compare-form.module.css";

const FEWEST = 2;
const MOST = 4;

interface CompareFormProps {
  /** Forecasts that are compared whatever else is chosen. */
  readonly kept?: readonly string[];
  readonly children: ReactNode;
}

/** Around a list with a box at each forecast: those that are ticked are compared. Works without JavaScript, too. */
export function CompareForm({ kept = [], children }: CompareFormProps) {
  const router = useRouter();
  const [chosen, setChosen] = useState(kept.length);

  function compare(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    router.push(routes.compare(idsIn(event.currentTarget)));
  }

  return (
    <form
      action={routes.compare([])}
      onSubmit={compare}
      onChange={({ currentTarget }) => setChosen(idsIn(currentTarget).length)}
    >
      {kept.map((requestId) => (
        <input key={requestId} type="hidden" name="id" value={requestId} />
      ))}
      {children}
      <div className={styles.bar}>
        <PlainButton type="submit">Compare</PlainButton>
        <span className={styles.said} role="status">
          {advice(chosen)}
        </span>
      </div>
    </form>
  );
}

function idsIn(form: HTMLFormElement): string[] {
  return new FormData(form).getAll("id").map(String);
}

function advice(chosen: number): string {
  if (chosen > MOST) return `${chosen} chosen: at most ${MOST} stand side by side.`;
  if (chosen < FEWEST) return `Tick two to four forecasts to see them side by side.`;
  return `${chosen} chosen.`;
}
