"use client";

import { Box, Button, useMantineColorScheme } from "@mantine/core";

/** Light or dark. What it says is chosen by CSS: the server does not know which of the two the reader has. */
export function SchemeButton() {
  const { setColorScheme } = useMantineColorScheme();

  function toggle() {
    const dark = document.documentElement.dataset.mantineColorScheme === "dark";
    setColorScheme(dark ? "light" : "dark");
  }

  return (
    <Button variant="default" size="compact-sm" onClick={toggle}>
      <Box component="span" darkHidden>
        Dark
      </Box>
      <Box component="span" lightHidden>
        Light
      </Box>
    </Button>
  );
}
