import { IconBell, IconLogout, IconMenu2, IconMoon, IconSearch, IconSun, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { pagesFor } from "#components/palette/pages.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { ThemeProvider } from "#components/ui/theme-provider.tsx";
import { TimeZoneProvider } from "#components/ui/time-text.tsx";
import { TrpcProvider } from "#components/ui/trpc-provider.tsx";
import type { Member } from "#lib/domain/members.ts";
import { AppShell } from "./app-shell.tsx";

/** Icons, rendered on the server so that no browser script contains them. */
const SIGNS = {
  menu: <Icon of={IconMenu2} />,
  close: <Icon of={IconX} />,
  search: <Icon of={IconSearch} />,
  bell: <Icon of={IconBell} />,
  dark: <Icon of={IconMoon} />,
  light: <Icon of={IconSun} />,
  signOut: <Icon of={IconLogout} size={14} />,
};

interface MemberShellProps {
  readonly member: Member;
  readonly isDemo: boolean;
  readonly children: ReactNode;
}

/** Page shell for signed-in members. */
export function MemberShell({ member, isDemo, children }: MemberShellProps) {
  const { name, email, role, timeZone = null } = member;
  return (
    <ThemeProvider>
      <TrpcProvider>
        <TimeZoneProvider zone={timeZone}>
          <AppShell reader={{ name, email, role }} isDemo={isDemo} pages={pagesFor(member)} signs={SIGNS}>
            {children}
          </AppShell>
        </TimeZoneProvider>
      </TrpcProvider>
    </ThemeProvider>
  );
}
