import { Anchor, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./section.module.css";

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** A chapter of the reference, with an anchor. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <Stack component="section" gap="sm" id={id} className={styles.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <Anchor href={`#${id}`} c="inherit">
          {title}
        </Anchor>
      </h2>
      {children}
    </Stack>
  );
}
