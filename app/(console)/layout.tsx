import type { ReactNode } from "react";
import { MemberShell } from "#components/shell/member-shell.tsx";
import { openConsole } from "#server/process/next/open-console.tsx";

export default async function ConsoleLayout({ children }: { readonly children: ReactNode }) {
  const { member } = await openConsole();
  // The page itself sends a visitor without a session to the sign-in: it knows where they wanted to go.
  if (member === undefined) return children;
  return <MemberShell member={member}>{children}</MemberShell>;
}
