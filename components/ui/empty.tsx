import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** Replaces an empty list: why it is empty, and what to do. */
export function Empty({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack gap={6} maw="76ch" py="lg">
      <Text fw={600}>{title}</Text>
      <Text component="div" c="dimmed">
        {children}
      </Text>
    </Stack>
  );
}
