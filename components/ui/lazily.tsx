import { lazy, type ReactNode, Suspense } from "react";

/**
 * Returns a component whose code is loaded when it is first rendered, and that renders `meanwhile`, or nothing, until
 * then. Unlike `next/dynamic`, it has its own Suspense boundary.
 */
export function lazily<Props extends object>(
  load: () => Promise<(props: Props) => ReactNode>,
  meanwhile?: (props: Props) => ReactNode,
) {
  const Loaded = lazy(async () => ({ default: await load() }));
  return (props: Props) => (
    <Suspense fallback={meanwhile?.(props)}>
      <Loaded {...props} />
    </Suspense>
  );
}
