"use client";

import { NativeSelect, type NativeSelectProps } from "@mantine/core";

const ROLES = [
  { value: "researcher", label: "researcher: composes, submits, runs forecasts" },
  { value: "reviewer", label: "reviewer: also decides on others’ submissions" },
  { value: "admin", label: "admin: manages members and credentials" },
];

/** The roles, each with what it may do. */
export function RoleSelect(props: Omit<NativeSelectProps, "data">) {
  return <NativeSelect label="Role" data={ROLES} {...props} />;
}
