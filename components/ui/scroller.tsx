import type { ReactNode } from "react";

interface ScrollerProps {
  /** Accessible name. */
  readonly label: string;
  /** In pixels. */
  readonly maxHeight?: number;
  /** Must set `overflow`, which is `auto` without a class. */
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Scrollable region, focusable by keyboard. */
export function Scroller({ label, maxHeight, className, children }: ScrollerProps) {
  const overflow = className === undefined ? "auto" : undefined;
  // Positioned, because visually hidden content is absolutely positioned and would otherwise widen the page.
  const style = { position: "relative", overflow, maxHeight } as const;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
    <section className={className} style={style} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
