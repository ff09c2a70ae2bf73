import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { ForeignText } from "#components/ui/foreign-text.tsx";

/** Shows text as its author wrote it: keeps line breaks, detects right-to-left text, and marks hidden characters. */
export function Prose({ children }: { readonly children: ReactNode }) {
  return (
    <Text component="div" maw="80ch" style={{ whiteSpace: "pre-line" }} dir="auto">
      {typeof children === "string" ? <ForeignText text={children} /> : children}
    </Text>
  );
}
