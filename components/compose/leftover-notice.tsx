"use client";

import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Alert } from "#components/ui/alert.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import styles from "./composer.module.css";
import { openAsNew } from "./open-as-new.ts";
import { dropStashed, type Stashed } from "./stash.ts";

/** What another tab of this browser has not saved: because it was closed, or is at it now. */
export function LeftoverNotice({ entries }: { readonly entries: readonly Stashed[] }) {
  const router = useRouter();
  const [dropped, setDropped] = useState<readonly Stashed[]>([]);
  const entry = entries.find((one) => !dropped.includes(one));
  if (entry === undefined) return null;
  const drop = () => setDropped((before) => [...before, entry]);
  return (
    <Alert title="Another tab has text of this draft that is not saved" tone="warn" live>
      <p>
        It was written <TimeText at={entry.at} />, perhaps in a tab that was closed. It is kept in this browser.
      </p>
      <div className={styles.choices}>
        <Button
          size="xs"
          onClick={() => {
            drop();
            openAsNew(entry, router);
          }}
        >
          Open it as a new draft
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            drop();
            dropStashed(entry);
          }}
        >
          Forget it
        </Button>
      </div>
    </Alert>
  );
}
