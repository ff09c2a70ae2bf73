"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { lazily } from "./lazily.tsx";
import type { RowMenuProps } from "./open-row-menu.tsx";

const OpenRowMenu = lazily(async () => (await import("./open-row-menu.tsx")).OpenRowMenu);

/** Menu of a table row. Its code is loaded when it is first opened. */
export function RowMenu(props: RowMenuProps) {
  const [isOpened, setOpened] = useState(false);
  if (isOpened) return <OpenRowMenu {...props} />;
  return (
    <Button
      variant="default"
      size="compact-xs"
      aria-haspopup="menu"
      aria-label={`Actions: ${props.of}`}
      onClick={() => setOpened(true)}
    >
      Actions
    </Button>
  );
}
