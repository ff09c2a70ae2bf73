"use client";

import { Box, Button } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from "react";
import type { PageGroup } from "./pages.tsx";

const Palette = lazy(() => import("./palette.tsx").then((module) => ({ default: module.Palette })));

interface PaletteButtonProps {
  readonly groups: readonly PageGroup[];
  readonly sign: ReactNode;
}

/** Opens the command palette, which is loaded on first use. */
export function PaletteButton({ groups, sign }: PaletteButtonProps) {
  const [opened, setOpened] = useState(0);
  const open = () => setOpened((count) => count + 1);
  useModKey("k", open);
  return (
    <>
      <Button variant="default" size="compact-sm" px={6} onClick={open} aria-keyshortcuts="Control+K">
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
      {opened > 0 && (
        <Suspense>
          <Palette groups={groups} opened={opened} />
        </Suspense>
      )}
    </>
  );
}

/** Calls `onPress` when Ctrl or Cmd is pressed with this letter, whichever element has the focus. */
function useModKey(letter: string, onPress: () => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    function listen(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== letter || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      press();
    }
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [letter]);
}
