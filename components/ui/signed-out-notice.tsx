import { useOffline } from "next/offline";
import { routes } from "#lib/console/routes.ts";

/**
 * Says that the session has ended. The page stays: what is typed on it exists nowhere else. Not shown while
 * the server does not answer: another notice says that, and nobody could sign in.
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
