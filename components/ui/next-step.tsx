"use client";

import { Button } from "@mantine/core";
import { Link } from "./link.tsx";

interface NextStepProps {
  readonly href: string;
  readonly label: string;
  /** The one that most readers would take. */
  readonly isMain?: boolean;
}

/** A way on from where there is nothing. */
export function NextStep({ href, label, isMain = false }: NextStepProps) {
  return (
    <Button component={Link} href={href} variant={isMain ? "filled" : "default"}>
      {label}
    </Button>
  );
}
