import { freeWork } from "#server/limits/work.ts";
import { findRoute, type Route } from "#server/process/routes.ts";
import type { TestGateway } from "./start-gateway.ts";

export const SCIM_TOKEN = "the-token-of-the-directory";

type Method = Route["methods"][number];
type Running = Pick<TestGateway, "gateway">;

/** Sends a request as the organisation's directory. */
export async function askScim({ gateway }: Running, method: Method, path: string, body?: object, token = SCIM_TOKEN) {
  const url = new URL(`http://localhost:3000/api/auth/scim/v2${path}`);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/scim+json" };
  const request = new Request(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const route = findRoute(url.pathname);
  const response = route?.methods.includes(method) ? await route.answer(gateway, request, freeWork()) : undefined;
  return { status: response?.status, body: await response?.json().catch(() => undefined) };
}

/** Deactivates or activates a user as Okta does. */
export const setActive = (running: Running, memberId: string, active: boolean) =>
  askScim(running, "PATCH", `/Users/${memberId}`, { Operations: [{ op: "replace", value: { active } }] });
