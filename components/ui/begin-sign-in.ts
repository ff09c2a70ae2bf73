import { routes } from "#lib/console/routes.ts";
import { postJson } from "./post-json.ts";

const UNREACHABLE = "The sign-in service cannot be reached. Try again in a moment.";

/** Starts a sign-in: opens the URL that the gateway returns, or the console. Returns an error message if it fails. */
export async function beginSignIn(path: string, body: object): Promise<string | undefined> {
  try {
    const response = await postJson(path, body);
    const { url = routes.overview, error } = await response.json();
    if (!response.ok) return error?.message ?? UNREACHABLE;
    // Replaces this page in the browser history, because a one-time link no longer works.
    window.location.replace(url);
    return undefined;
  } catch {
    return UNREACHABLE;
  }
}
