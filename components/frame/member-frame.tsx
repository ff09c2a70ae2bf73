import type { ReactNode } from "react";
import { Frame, type Reader } from "./frame.tsx";
import { pagesFor } from "./pages.ts";
import { Procedures } from "./procedures.tsx";

/** The console around a page, for who is signed in. */
export function MemberFrame({ member, children }: { readonly member: Reader; readonly children: ReactNode }) {
  const { name, email, role } = member;
  return (
    <Procedures>
      <Frame reader={{ name, email, role }} pages={pagesFor(role)}>
        {children}
      </Frame>
    </Procedures>
  );
}
