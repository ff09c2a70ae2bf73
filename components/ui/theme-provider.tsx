"use client";

import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { theme } from "./theme.ts";

/** Mantine theme. Light or dark follows the operating system until the reader chooses. */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  );
}
