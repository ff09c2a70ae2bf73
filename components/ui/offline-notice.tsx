"use client";

import { useOffline } from "next/offline";

/** Says that a link waits for the server: Next stays on the page, asks again and again, and opens it in the end. */
export function OfflineNotice() {
  const isOffline = useOffline();
  return (
    <output className="offline-notice">
      {isOffline && (
        <p>
          <strong>The server does not answer.</strong> What you open appears as soon as it does. Nothing on this page is
          lost.
        </p>
      )}
    </output>
  );
}
