"use client";

import { Button } from "@mantine/core";
import { Link } from "./link.tsx";

interface NextStepProps {
  readonly href: string;
  readonly label: string;
  /** Primary action. */
  readonly isMain?: boolean;
}

/** Link button for the next step of an empty state. */
export function NextStep({ href, label, isMain = false }: NextStepProps) {
  return (
    <Button component={Link} href={href} variant={isMain ? "filled" : "default"}>
      {label}
    </Button>
  );
}
