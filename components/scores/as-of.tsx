"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { TimeText } from "#components/ui/time-text.tsx";

const EVERY_MS = 2_000;

interface AsOfProps {
  readonly asOf: string;
  /** Whether newer data exist. */
  readonly isUpdating: boolean;
}

/** Says how old a report is. While newer data exist, renders the page again until a report contains them. */
export function AsOf({ asOf, isUpdating }: AsOfProps) {
  const { refresh } = useRouter();
  useEffect(() => {
    if (!isUpdating) return;
    const timer = setInterval(refresh, EVERY_MS);
    return () => clearInterval(timer);
  }, [isUpdating, refresh]);
  return (
    <p role="status" style={{ paddingTop: 16 }}>
      As of <TimeText exact at={asOf} />.
      {isUpdating && " Newer data exist. This page shows them as soon as their scores are computed."}
    </p>
  );
}
