"use client";

// biome-ignore lint/style/noRestrictedImports: every other file imports this wrapper.
import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * Link within the console. Next would prefetch every visible link: twenty requests per page from the navigation alone,
 * rendered by the process that answers `/v1/predict`. This link prefetches on hover and focus.
 */
export function Link({ onPointerEnter, onFocus, ...props }: Omit<ComponentProps<typeof NextLink>, "prefetch">) {
  const [isLikely, setLikely] = useState(false);
  return (
    <NextLink
      {...props}
      prefetch={isLikely ? null : false}
      onPointerEnter={(event) => {
        setLikely(true);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setLikely(true);
        onFocus?.(event);
      }}
    />
  );
}
