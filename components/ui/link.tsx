"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * Link that prefetches its page on hover and focus. By default, Next.js prefetches every visible link. That is twenty
 * requests per page for the navigation alone, rendered by the process that also answers `/v1/predict`.
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
