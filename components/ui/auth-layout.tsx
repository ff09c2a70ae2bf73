import { Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Mark } from "./mark.tsx";

export function AuthLayout({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack component="main" gap="md" maw={400} mx="auto" px={20} pt="12vh" pb={40} mih="100vh">
      <Group gap={10}>
        <Mark size={28} />
        <Text fw={600}>Forecasting gateway</Text>
      </Group>
      <h1>{title}</h1>
      {children}
    </Stack>
  );
}

export function AuthHelp({ children }: { readonly children: ReactNode }) {
  return (
    <Text c="dimmed" size="sm">
      {children}
    </Text>
  );
}
