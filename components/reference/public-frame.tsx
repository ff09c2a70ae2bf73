import { Box, Group } from "@mantine/core";
import { IconMoon, IconSun } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Icon } from "#components/ui/icon.tsx";
import { Link } from "#components/ui/link.tsx";
import { SchemeButton } from "#components/ui/scheme-button.tsx";
import { ThemeProvider } from "#components/ui/theme-provider.tsx";
import { routes } from "#lib/console/routes.ts";

const SIGNS = { dark: <Icon of={IconMoon} />, light: <Icon of={IconSun} /> };

/** Page shell for pages that do not require an account. */
export function PublicFrame({ children }: { readonly children: ReactNode }) {
  return (
    <ThemeProvider>
      <Group
        component="header"
        pos="sticky"
        top={0}
        mih={48}
        px={{ base: 16, sm: 28 }}
        gap="md"
        bg="var(--paper)"
        style={{ zIndex: 1, borderBottom: "1px solid var(--line)" }}
      >
        <strong style={{ flex: 1 }}>Forecasting gateway</strong>
        <Link href={routes.signIn(routes.docs)}>Sign in</Link>
        <SchemeButton signs={SIGNS} />
      </Group>
      <Box component="main" maw={1240} mx="auto">
        {children}
      </Box>
    </ThemeProvider>
  );
}
