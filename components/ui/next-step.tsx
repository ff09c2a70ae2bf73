"use client";

import { Button } from "@mantine/core";
import { Link } from "./link.tsx";

interface NextStepProps {
  readonly href: string;
  readonly label: string;
  readonly isMain?: boolean;
}

/** Link styled as a button: the next step that an empty state suggests. */
export function NextStep({ href, label, isMain = false }: NextStepProps) {
  return (
    <Button component={Link} href={href} variant={isMain ? "filled" : "default"}>
      {label}
    </Button>
  );
}
