import type { ReactNode } from "react";
import { MemberFrame } from "#components/frame/member-frame.tsx";
import { PublicFrame } from "#components/reference/public-frame.tsx";
import { openConsole } from "#server/trpc/console.ts";

export default async function DocsLayout({ children }: { readonly children: ReactNode }) {
  const { member } = await openConsole();
  if (member === undefined) return <PublicFrame>{children}</PublicFrame>;
  return <MemberFrame member={member}>{children}</MemberFrame>;
}
