"use client";

// biome-ignore lint/style/noRestrictedImports: every other file imports this wrapper.
import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link within the console. Next would fetch a part of every page whose link comes into view: from the navigation alone
 * twenty requests with each page, rendered by the process that answers `/v1/predict`. Here a page is fetched ahead when
 * somebody points at its link or reaches it by keyboard.
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
