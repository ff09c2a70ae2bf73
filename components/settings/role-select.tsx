"use client";

import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { ROLE_DUTIES, ROLES } from "#lib/domain/members.ts";

const CHOICES = ROLES.map((role) => ({ value: role, label: `${role}: ${ROLE_DUTIES[role]}` }));

export function RoleSelect(props: Omit<NativeSelectProps, "data">) {
  return <NativeSelect label="Role" data={CHOICES} {...props} />;
}
