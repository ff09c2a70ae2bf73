import { Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

export interface PageHeadProps {
  readonly title: ReactNode;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
}

export function PageHead({ title, about, actions }: PageHeadProps) {
  return (
    <Group component="header" justify="space-between" align="end" gap="sm" mb="lg">
      <Stack gap={6} maw={820} miw={0}>
        <h1 dir="auto">{title}</h1>
        {about !== undefined && (
          <Text component="div" c="dimmed">
            {about}
          </Text>
        )}
      </Stack>
      {actions !== undefined && <Group gap="xs">{actions}</Group>}
    </Group>
  );
}
