import type { ReactNode } from "react";

interface ScrollerProps {
  /** What it holds, for screen readers. */
  readonly label: string;
  /** In pixels. */
  readonly maxHeight?: number;
  /** Says itself how it overflows. */
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A part of a page that scrolls within itself. */
export function Scroller({ label, maxHeight, className, children }: ScrollerProps) {
  const overflow = className === undefined ? "auto" : undefined;
  // Positioned: what only screen readers see lies where it is absolutely, and would widen the page otherwise.
  const style = { position: "relative", overflow, maxHeight } as const;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={className} style={style} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
