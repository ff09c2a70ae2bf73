import { Button, Group } from "@mantine/core";

/** The option or observation that was removed last. */
export interface Removed {
  readonly name: string;
  readonly restore: () => void;
}

interface UndoNoticeProps {
  readonly removed: Removed | undefined;
  readonly onClose: () => void;
}

/** Offers to restore what was removed last. Stays until it is used or closed, because readers need different times. */
export function UndoNotice({ removed, onClose }: UndoNoticeProps) {
  return (
    <output className="bottom-notice">
      {removed !== undefined && (
        <Group component="p" justify="space-between" gap="xs">
          {removed.name} was removed.
          <Group component="span" gap="xs">
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => {
                onClose();
                removed.restore();
              }}
            >
              Undo
            </Button>
            <Button variant="subtle" size="compact-sm" onClick={onClose}>
              Close
            </Button>
          </Group>
        </Group>
      )}
    </output>
  );
}
