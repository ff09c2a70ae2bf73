import { useOffline } from "next/offline";
import { routes } from "#lib/console/routes.ts";

/**
 * Notice that the session has ended. There is no redirect, because unsent input on the page is not stored elsewhere. The
 * notice is hidden while the server is unreachable, because the page shell then shows another notice.
 */
export function SignedOutNotice({ isSignedOut }: { readonly isSignedOut: boolean }) {
  const isOffline = useOffline();
  return (
    <output className="bottom-notice">
      {isSignedOut && !isOffline && (
        <p>
          <strong>Your session has ended.</strong> Nothing on this page is lost.{" "}
          <a href={routes.signIn()} target="_blank" rel="noreferrer">
            Sign in again in a new tab
          </a>
          , then continue on this page.
        </p>
      )}
    </output>
  );
}
