"use client";

import { Affix, Alert } from "@mantine/core";
import { useOffline } from "next/offline";

/** Says that a link waits for the server: Next stays on the page, asks again and again, and opens it in the end. */
export function OfflineNotice() {
  const isOffline = useOffline();
  return (
    <Affix position={{ bottom: 16, left: 16, right: 16 }} withinPortal={false} style={{ pointerEvents: "none" }}>
      <output>
        {isOffline && (
          <Alert color="warn" variant="filled" maw={440} mx="auto" title="The server does not answer">
            What you opened appears as soon as it does. Nothing on this page is lost.
          </Alert>
        )}
      </output>
    </Affix>
  );
}
