"use client";

import { Badge, Button, Group, AppShell as Shell, Stack, Text } from "@mantine/core";
import { usePathname } from "next/navigation";
import { useOffline } from "next/offline";
import { type ReactNode, useState } from "react";
import { NoticeBell } from "#components/notices/notice-bell.tsx";
import type { PageGroup } from "#components/palette/pages.tsx";
import { PaletteButton } from "#components/palette/palette-button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Mark } from "#components/ui/mark.tsx";
import { Permissions } from "#components/ui/permitted.tsx";
import { SchemeButton, type SchemeSigns } from "#components/ui/scheme-button.tsx";
import { signOut } from "#components/ui/sign-out.ts";
import { routes } from "#lib/console/routes.ts";
import { isPermitted, type Member, PERMISSIONS } from "#lib/domain/members.ts";

interface AppShellProps {
  readonly reader: Omit<Member, "id">;
  readonly isDemo: boolean;
  readonly pages: readonly PageGroup[];
  readonly signs: SchemeSigns & Readonly<Record<"menu" | "close" | "search" | "bell" | "signOut", ReactNode>>;
  readonly children: ReactNode;
}

export function AppShell({ reader, isDemo, pages, signs, children }: AppShellProps) {
  const [open, setOpen] = useState(false);
  const permissions = PERMISSIONS.filter((permission) => isPermitted(reader, permission));
  const path = usePathname();
  const isOpen = (href: string) => path === href || (href !== "/" && path.startsWith(`${href}/`));
  return (
    <Shell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: "sm", collapsed: { mobile: !open } }}
      padding={0}
      transitionDuration={120}
    >
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <Shell.Header bg="var(--paper)">
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Button
            variant="default"
            size="compact-sm"
            px={6}
            onClick={() => setOpen(!open)}
            hiddenFrom="sm"
            aria-expanded={open}
            aria-label={open ? "Close navigation" : "Open navigation"}
          >
            {open ? signs.close : signs.menu}
          </Button>
          <Text component={Link} href={routes.overview} c="var(--ink)" fz={15} fw={650} td="none" flex={1} miw={0}>
            <Group component="span" gap={10} wrap="nowrap">
              <Mark size={22} />
              <Text span inherit truncate>
                Forecasting gateway
              </Text>
            </Group>
          </Text>
          {isDemo && (
            <Badge component="span" variant="default" c="dimmed" size="md" px={6} fz="xs" flex="none">
              Demo
              <Text span inherit visibleFrom="sm">
                : invented data
              </Text>
            </Badge>
          )}
          <Permissions value={permissions}>
            <PaletteButton groups={pages} sign={signs.search} />
          </Permissions>
          <NoticeBell sign={signs.bell} />
          <SchemeButton signs={signs} />
        </Group>
      </Shell.Header>
      <Shell.Navbar aria-label="Pages" bg="var(--paper)" style={{ overflowY: "auto" }}>
        <Stack gap={18} px={10} py="md" flex={1}>
          {pages.map((group) => (
            <section key={group.label} aria-label={group.label}>
              <Text component="h2" px={10} pb={2} fz={12} fw={500} c="var(--ink-faint)">
                {group.label}
              </Text>
              {group.pages.map(({ href, label, icon }) => (
                <Button
                  key={href}
                  component={Link}
                  href={href}
                  onClick={() => setOpen(false)}
                  aria-current={isOpen(href) ? "page" : undefined}
                  variant={isOpen(href) ? "light" : "subtle"}
                  color={isOpen(href) ? "ink" : "off"}
                  {...(isOpen(href) ? { bg: "var(--accent-soft)" } : { c: "var(--ink)" })}
                  fw={isOpen(href) ? 600 : 400}
                  size="compact-sm"
                  h={34}
                  px={10}
                  leftSection={icon}
                  fullWidth
                  styles={{ inner: { justifyContent: "start" } }}
                >
                  {label}
                </Button>
              ))}
            </section>
          ))}
        </Stack>
        <Stack gap={0} p="md" fz="xs" c="dimmed" align="start" style={{ borderTop: "1px solid var(--line)" }}>
          <strong>{reader.name}</strong>
          <span>{reader.email}</span>
          <span>{reader.role}</span>
          <SignOutButton sign={signs.signOut} />
        </Stack>
      </Shell.Navbar>
      <Shell.Main id="content" tabIndex={-1} style={{ outline: "none" }}>
        <Permissions value={permissions}>{children}</Permissions>
      </Shell.Main>
      <OfflineNotice />
    </Shell>
  );
}

/** Shown while the server is unreachable and a page is waiting to open. Next.js retries until the page opens. */
function OfflineNotice() {
  const isOffline = useOffline();
  return (
    <output className="bottom-notice">
      {isOffline && (
        <p>
          <strong>The server is not responding.</strong> The page that you opened will appear when the connection is
          back. Nothing on this page is lost.
        </p>
      )}
    </output>
  );
}

function SignOutButton({ sign }: { readonly sign: ReactNode }) {
  const [state, setState] = useState<"ready" | "busy" | "failed">("ready");
  return (
    <>
      <Button
        variant="default"
        size="compact-xs"
        mt={6}
        leftSection={sign}
        loading={state === "busy"}
        onClick={() => {
          setState("busy");
          signOut().catch(() => setState("failed"));
        }}
      >
        Sign out
      </Button>
      {state === "failed" && <span role="alert">Sign-out failed. You are still signed in. Try again.</span>}
    </>
  );
}
