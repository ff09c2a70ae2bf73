import type { ReactNode } from "react";
import { MemberShell } from "#components/shell/member-shell.tsx";
import { openConsole } from "#server/process/next/open-console.tsx";

export default async function ConsoleLayout({ children }: { readonly children: ReactNode }) {
  const { member, isDemo } = await openConsole();
  // Without a session, the page redirects to the sign-in page. The layout cannot, because it has no return URL.
  if (member === undefined) return children;
  return (
    <MemberShell member={member} isDemo={isDemo}>
      {children}
    </MemberShell>
  );
}
