import { Box, Group, Stack, Text } from "@mantine/core";
import { IconInbox, type Icon as TablerIcon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

interface EmptyProps {
  readonly title: string;
  readonly icon?: TablerIcon;
  readonly next?: ReactNode;
  readonly children?: ReactNode;
}

export function Empty({ title, icon = IconInbox, next, children }: EmptyProps) {
  return (
    <Stack gap={8} maw="64ch" mx="auto" py={40} align="center" ta="center">
      <Box p={10} c="dimmed" bg="var(--sunken)" lh={0} style={{ borderRadius: "50%" }}>
        <Icon of={icon} size={24} />
      </Box>
      <Text fw={600} fz={16}>
        {title}
      </Text>
      <Text component="div" c="dimmed">
        {children}
      </Text>
      {next !== undefined && (
        <Group gap="xs" pt={6} justify="center">
          {next}
        </Group>
      )}
    </Stack>
  );
}
