import { Button } from "@mantine/core";
import type { ReactNode } from "react";

interface BellButtonProps {
  readonly sign: ReactNode;
  readonly unseen: number;
  readonly onOpen: () => void;
}

export function BellButton({ sign, unseen, onOpen }: BellButtonProps) {
  return (
    <Button
      variant="default"
      size="compact-sm"
      px={6}
      pos="relative"
      style={{ overflow: "visible" }}
      onClick={onOpen}
      aria-label={unseen === 0 ? "Notifications" : `Notifications: ${unseen} new`}
    >
      {sign}
      {unseen > 0 && <span className="bell-count">{unseen}</span>}
    </Button>
  );
}
