"use client";

import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { pagePermission } from "#lib/console/page-permission.ts";
import type { Permission } from "#lib/domain/members.ts";
import { Link } from "./link.tsx";
import { Permitted } from "./permitted.tsx";

interface NextStepProps {
  readonly href: string;
  readonly label: string;
  readonly isMain?: boolean;
  readonly icon?: ReactNode;
  /** The permission for the step. By default, the permission for opening the page. */
  readonly needs?: Permission;
}

/** Link styled as a button. Renders nothing for members without the permission. */
export function NextStep({ href, label, isMain = false, icon, needs = pagePermission(href) }: NextStepProps) {
  return (
    <Permitted to={needs}>
      <Button component={Link} href={href} variant={isMain ? "filled" : "default"} leftSection={icon}>
        {label}
      </Button>
    </Permitted>
  );
}
