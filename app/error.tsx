"use client";

import type { ComponentProps } from "react";
import { ErrorPage } from "#components/ui/error-page.tsx";

export default function RootError(props: ComponentProps<typeof ErrorPage>) {
  return (
    <main>
      <ErrorPage {...props} />
    </main>
  );
}
