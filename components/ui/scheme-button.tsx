"use client";

import { Box, Button, useMantineColorScheme } from "@mantine/core";
import type { ReactNode } from "react";

export interface SchemeSigns {
  readonly light: ReactNode;
  readonly dark: ReactNode;
}

/** Light or dark. What it shows is chosen by CSS: the server does not know which of the two the reader has. */
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
      aria-label="Light or dark"
      title="Light or dark"
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
