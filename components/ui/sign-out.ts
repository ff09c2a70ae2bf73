import { routes } from "#lib/console/routes.ts";
import { removeUnsent } from "./unsent-key.ts";

/** Ends the session, and leaves the page with everything that it has in memory or has kept in the tab. Throws where the server did not end it. */
export async function signOut(): Promise<void> {
  const response = await fetch("/api/auth/sign-out", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  if (!response.ok) throw new Error(`the sign-out was answered with ${response.status}`);
  removeUnsent();
  window.location.assign(routes.signIn());
}
