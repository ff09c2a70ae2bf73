import { useOffline } from "next/offline";
import { routes } from "#lib/console/routes.ts";

/**
 * Tells the reader that the session has ended. The page stays, because its unsent input exists nowhere else. Hidden
 * while the server is unreachable, which has its own notice.
 */
export function SignedOutNotice({ isSignedOut }: { readonly isSignedOut: boolean }) {
  const isOffline = useOffline();
  return (
    <output className="bottom-notice">
      {isSignedOut && !isOffline && (
        <p>
          <strong>Your session has ended.</strong> Nothing on this page is lost.{" "}
          <a href={routes.signIn()} target="_blank" rel="noreferrer">
            Sign in in another tab
          </a>
          , then go on here.
        </p>
      )}
    </output>
  );
}
