import { IconLock } from "@tabler/icons-react";
import { routes } from "#lib/console/routes.ts";
import { ACTIONS, nameRoles } from "#lib/domain/find-refusal.ts";
import type { Permission } from "#lib/domain/members.ts";
import { Empty } from "./empty.tsx";
import { NextStep } from "./next-step.tsx";
import { Page } from "./page.tsx";

/** Page for members without the permission. */
export function RoleNeeded({ permission }: { readonly permission: Permission }) {
  return (
    <Page width="narrow">
      <Empty
        title={`This page requires the role ${nameRoles(permission)}`}
        icon={IconLock}
        next={<NextStep href={routes.overview} label="Go to the overview" />}
      >
        Only members with this role can {ACTIONS[permission]}. Ask an administrator to change your role.
      </Empty>
    </Page>
  );
}
