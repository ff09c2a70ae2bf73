"use client";

import { lazy, Suspense, useState } from "react";
import type { PageGroup } from "./pages.ts";
import styles from "./tool-button.module.css";
import { useModKey } from "./use-mod-key.ts";

const Palette = lazy(() => import("./palette.tsx").then((module) => ({ default: module.Palette })));

/** Opens the command palette, which is fetched when it is first asked for. */
export function PaletteButton({ groups }: { readonly groups: readonly PageGroup[] }) {
  const [opened, setOpened] = useState(0);
  const open = () => setOpened((count) => count + 1);
  useModKey("k", open);
  return (
    <>
      <button type="button" className={styles.tool} onClick={open}>
        Go to … <kbd>Ctrl K</kbd>
      </button>
      {opened > 0 && (
        <Suspense>
          <Palette groups={groups} opened={opened} />
        </Suspense>
      )}
    </>
  );
}
