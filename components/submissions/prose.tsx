import { Text } from "@mantine/core";
import type { ReactNode } from "react";

/** Text of the author, with line breaks and text direction preserved. */
export function Prose({ children }: { readonly children: ReactNode }) {
  return (
    <Text component="div" maw="80ch" style={{ whiteSpace: "pre-line" }} dir="auto">
      {children}
    </Text>
  );
}
