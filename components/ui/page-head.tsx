import { Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { ForeignText } from "./foreign-text.tsx";

export interface PageHeadProps {
  readonly title: ReactNode;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
}

export function PageHead({ title, about, actions }: PageHeadProps) {
  return (
    <Group component="header" justify="space-between" align="end" gap="sm" mb="lg">
      <Stack gap={6} maw={820} miw={0}>
        <h1 dir="auto">{typeof title === "string" ? <ForeignText text={title} /> : title}</h1>
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
