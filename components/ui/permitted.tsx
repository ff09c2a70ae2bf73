"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Permission } from "#lib/domain/members.ts";

/** The permissions of the signed-in member; undefined outside the page shell. */
export const Permissions = createContext<readonly Permission[] | undefined>(undefined);

/** Returns a function that tells whether the member has a permission. Outside the page shell, it returns true. */
export function usePermitted(): (permission: Permission) => boolean {
  const permissions = useContext(Permissions);
  return (permission) => permissions?.includes(permission) ?? true;
}

interface PermittedProps {
  readonly to: Permission;
  readonly children: ReactNode;
  readonly otherwise?: ReactNode;
}

/** Renders its children only for members with the permission. */
export function Permitted({ to, children, otherwise }: PermittedProps) {
  return usePermitted()(to) ? children : otherwise;
}
