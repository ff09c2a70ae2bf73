"use client";

import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { theme } from "./theme.ts";

/** Provides Mantine's theme. The colour scheme follows the operating system until the reader chooses light or dark. */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  );
}
