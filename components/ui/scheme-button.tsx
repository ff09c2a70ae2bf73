"use client";

import { Box, Button, useMantineColorScheme } from "@mantine/core";
import type { ReactNode } from "react";

export interface SchemeSigns {
  readonly light: ReactNode;
  readonly dark: ReactNode;
}

/** Toggles dark mode. CSS shows one of the two icons, because the server does not know the reader's colour scheme. */
export function SchemeButton({ signs }: { readonly signs: SchemeSigns }) {
  const { setColorScheme } = useMantineColorScheme();

  function toggle() {
    const dark = document.documentElement.dataset.mantineColorScheme === "dark";
    setColorScheme(dark ? "light" : "dark");
  }

  return (
    <Button
      variant="default"
      size="compact-sm"
      px={5}
      onClick={toggle}
      aria-label="Toggle dark mode"
      title="Toggle dark mode"
    >
      <Box component="span" lh={0} darkHidden>
        {signs.dark}
      </Box>
      <Box component="span" lh={0} lightHidden>
        {signs.light}
      </Box>
    </Button>
  );
}
