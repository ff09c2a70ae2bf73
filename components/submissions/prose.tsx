import { Text } from "@mantine/core";
import type { ReactNode } from "react";

/** Shows text as its author wrote it: keeps line breaks and detects right-to-left text. */
export function Prose({ children }: { readonly children: ReactNode }) {
  return (
    <Text component="div" maw="80ch" style={{ whiteSpace: "pre-line" }} dir="auto">
      {children}
    </Text>
  );
}
