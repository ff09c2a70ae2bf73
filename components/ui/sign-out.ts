import { routes } from "#lib/console/routes.ts";
import { postJson } from "./post-json.ts";
import { removeUnsent } from "./unsent-key.ts";

/**
 * Ends the session, removes unsent input from the tab and opens the sign-in page, through the OpenID provider if it must
 * also end a session. Throws if the sign-out fails.
 */
export async function signOut(): Promise<void> {
  const response = await postJson("/api/auth/sign-out", {});
  if (!response.ok) throw new Error(`the sign-out failed with HTTP status ${response.status}`);
  removeUnsent();
  const { url = routes.signIn() } = await response.json();
  window.location.assign(url);
}
