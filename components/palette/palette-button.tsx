"use client";

import { Box, Button } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import type { PageGroup } from "./pages.tsx";
import { PaletteDialog } from "./palette-dialog.tsx";

/** Opens the command palette on click, or on Ctrl K or Cmd K whichever element has the focus. */
export function PaletteButton({ groups, sign }: { readonly groups: readonly PageGroup[]; readonly sign: ReactNode }) {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    function listen(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setOpened(true);
    }
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  return (
    <>
      <Button variant="default" size="compact-sm" px={6} onClick={() => setOpened(true)} aria-keyshortcuts="Control+K">
        {sign}
        <Box component="span" className="visually-hidden" hiddenFrom="sm">
          Search
        </Box>
        <Box component="span" ml={6} visibleFrom="sm">
          Search
        </Box>
        <Box component="kbd" ml={8} fz={11} c="dimmed" ff="inherit" visibleFrom="sm">
          Ctrl K
        </Box>
      </Button>
      {opened && <PaletteDialog groups={groups} onClose={() => setOpened(false)} />}
    </>
  );
}
