"use client";

import { Button, Menu } from "@mantine/core";

export interface RowMenuProps {
  /** Name of the row, for screen readers. */
  readonly of: string;
  readonly items: readonly { readonly label: string; readonly onClick: () => void }[];
}

export function OpenRowMenu({ of, items }: RowMenuProps) {
  return (
    <Menu defaultOpened position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button variant="default" size="compact-xs" aria-label={`Actions: ${of}`}>
          Actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label, onClick }) => (
          <Menu.Item key={label} onClick={onClick}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
