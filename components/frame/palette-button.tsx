"use client";

import { useHotkeys } from "@mantine/hooks";
import { lazy, Suspense, useState } from "react";
import styles from "./tool-button.module.css";

const Palette = lazy(() => import("./palette.tsx").then((module) => ({ default: module.Palette })));

/** Opens the command palette, which is fetched when it is first asked for. */
export function PaletteButton({ role }: { readonly role: string }) {
  const [opened, setOpened] = useState(0);
  const open = () => setOpened((count) => count + 1);
  useHotkeys([["mod+K", open]], []);
  return (
    <>
      <button type="button" className={styles.tool} onClick={open}>
        Go to … <kbd>Ctrl K</kbd>
      </button>
      {opened > 0 && (
        <Suspense>
          <Palette role={role} opened={opened} />
        </Suspense>
      )}
    </>
  );
}
