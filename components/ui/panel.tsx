import { Box, Group, Text } from "@mantine/core";
import { type ReactNode, useId } from "react";

interface PanelProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function Panel({ title, aside, children }: PanelProps) {
  const id = useId();
  return (
    <Box component="section" className="panel" aria-labelledby={id}>
      <Group justify="space-between" align="baseline" gap="xs" mb={12}>
        <h2 id={id}>{title}</h2>
        <Text component="div" c="dimmed" size="sm">
          {aside}
        </Text>
      </Group>
      {children}
    </Box>
  );
}
