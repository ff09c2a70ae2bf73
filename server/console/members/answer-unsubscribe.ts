import { routes } from "#lib/console/routes.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { setNotifications } from "./own-account.ts";

/**
 * `POST /api/unsubscribe/{token}`: stops a member's e-mails without signing in (RFC 8058). The token is in the member's
 * e-mails and permits nothing else. A GET changes nothing, because mail scanners follow links.
 */
export async function answerUnsubscribe(
  gateway: Pick<ConsoleContext, "config" | "database" | "mailer" | "now">,
  request: Request,
): Promise<Response> {
  const token = new URL(request.url).pathname.split("/").at(-1) ?? "";
  if (request.method !== "POST") return Response.redirect(gateway.config.consoleUrl + routes.account, 303);
  const id = gateway.mailer?.memberOf(token);
  if (id === undefined) return new Response("This link is not valid.\n", { status: 404 });
  await setNotifications(gateway, { id }, { mail: "off" });
  return new Response("You get no more e-mails. Change this in your account settings.\n");
}
