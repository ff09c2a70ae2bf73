import type { Icon as TablerIcon } from "@tabler/icons-react";

/** Decorative icon next to a text. Hidden from screen readers. */
export function Icon({ of: Sign, size = 16 }: { readonly of: TablerIcon; readonly size?: number }) {
  return <Sign size={size} stroke={1.75} aria-hidden="true" style={{ flexShrink: 0, verticalAlign: "-0.17em" }} />;
}
