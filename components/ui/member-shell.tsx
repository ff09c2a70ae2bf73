import type { ReactNode } from "react";
import { AppShell, type Reader } from "./app-shell.tsx";
import { pagesFor } from "./pages.ts";
import { TrpcProvider } from "./trpc-provider.tsx";

/** The console around a page, for who is signed in. */
export function MemberShell({ member, children }: { readonly member: Reader; readonly children: ReactNode }) {
  const { name, email, role } = member;
  return (
    <TrpcProvider>
      <AppShell reader={{ name, email, role }} pages={pagesFor(role)}>
        {children}
      </AppShell>
    </TrpcProvider>
  );
}
