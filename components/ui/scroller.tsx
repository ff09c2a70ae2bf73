import type { ReactNode } from "react";

interface ScrollerProps {
  readonly label: string;
  readonly maxHeight?: number;
  /** CSS class. It must set `overflow`; without a class, `overflow` is `auto`. */
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Scrollable region that can be focused and scrolled by keyboard. */
export function Scroller({ label, maxHeight, className, children }: ScrollerProps) {
  const overflow = className === undefined ? "auto" : undefined;
  // `position: relative` contains visually hidden children. They are absolutely positioned and would widen the page.
  const style = { position: "relative", overflow, maxHeight } as const;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
    <section className={className} style={style} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
