import type { ReactNode } from "react";
import { PublicFrame } from "#components/reference/public-frame.tsx";
import { MemberShell } from "#components/shell/member-shell.tsx";
import { openConsole } from "#server/process/next/open-console.tsx";

export default async function OpenLayout({ children }: { readonly children: ReactNode }) {
  const { member, isDemo } = await openConsole();
  if (member === undefined) return <PublicFrame>{children}</PublicFrame>;
  return (
    <MemberShell member={member} isDemo={isDemo}>
      {children}
    </MemberShell>
  );
}
