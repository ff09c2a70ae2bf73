import { useMantineColorScheme } from "@mantine/core";
import {
  IconFileImport,
  IconFlagPlus,
  IconLogout,
  IconMoon,
  IconPencilPlus,
  IconShieldCheck,
  IconSun,
} from "@tabler/icons-react";
import { Icon } from "#components/ui/icon.tsx";
import { signOut } from "#components/ui/sign-out.ts";
import { routes } from "#lib/console/routes.ts";
import type { Entry } from "./entry.ts";

export function useActions(): readonly Entry[] {
  const { setColorScheme } = useMantineColorScheme();
  return [
    {
      id: "new",
      label: "New request",
      about: "Compose a question, its options and evidence",
      icon: <Icon of={IconPencilPlus} />,
      go: routes.newDraft(),
    },
    {
      id: "import",
      label: "Import questions",
      about: "A table or JSON: one question per row",
      icon: <Icon of={IconFileImport} />,
      go: routes.importSubmissions,
    },
    {
      id: "import-outcomes",
      label: "Import outcomes",
      about: "A table or JSON: one outcome per row",
      icon: <Icon of={IconFlagPlus} />,
      go: routes.importOutcomes,
    },
    {
      id: "verify",
      label: "Verify audit log",
      about: "Recompute the hash chain and compare it with its checkpoints",
      icon: <Icon of={IconShieldCheck} />,
      go: routes.auditLog(),
    },
    {
      id: "dark",
      label: "Dark mode",
      about: "Use dark colours on this device",
      icon: <Icon of={IconMoon} />,
      run: () => setColorScheme("dark"),
    },
    {
      id: "light",
      label: "Light mode",
      about: "Use light colours on this device",
      icon: <Icon of={IconSun} />,
      run: () => setColorScheme("light"),
    },
    {
      id: "sign-out",
      label: "Sign out",
      about: "End your session on this device",
      icon: <Icon of={IconLogout} />,
      run: () => signOut().catch(() => window.alert("Sign-out failed. You are still signed in. Try again.")),
    },
  ];
}
