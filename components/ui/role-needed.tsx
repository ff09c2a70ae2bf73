import { IconLock } from "@tabler/icons-react";
import { routes } from "#lib/console/routes.ts";
import { Empty } from "./empty.tsx";
import { NextStep } from "./next-step.tsx";
import { Page } from "./page.tsx";

export function RoleNeeded({ needs, what }: { readonly needs: string; readonly what: string }) {
  return (
    <Page width="narrow">
      <Empty
        title={`This page requires the role ${needs}`}
        icon={IconLock}
        next={<NextStep href={routes.overview} label="Go to the overview" />}
      >
        {what}
      </Empty>
    </Page>
  );
}
