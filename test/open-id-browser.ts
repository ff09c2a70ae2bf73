import { answerAuth } from "#server/console/auth/answer-auth.ts";
import { answerJoin } from "#server/console/auth/answer-join.ts";
import { findMember } from "#server/console/auth/find-member.ts";
import { anyAddress } from "./any-address.ts";
import type { TestGateway } from "./start-gateway.ts";

const ORIGIN = "http://localhost:3000";

export const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((set) => set.split(";", 1)[0])
    .join("; ");

/** Posts JSON as the console does, with a new network address. */
export function post({ gateway }: TestGateway, path: string, body: object, cookie = ""): Promise<Response> {
  const headers = { "content-type": "application/json", origin: ORIGIN, "x-client-address": anyAddress(), cookie };
  const request = new Request(`${ORIGIN}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return path === "/api/join" ? answerJoin(gateway, request) : answerAuth(gateway, request);
}

/** Returns to the gateway with the provider's answer. `cookie` is the browser's session. */
export async function comeBack(to: TestGateway, back: string, cookie: string) {
  const ended = await answerAuth(to.gateway, new Request(back, { headers: { cookie } }));
  const session = cookiesOf(ended);
  const member = await findMember(to.gateway, new Headers({ cookie: session }));
  const end = new URL(ended.headers.get("location") ?? "", ORIGIN);
  return { member, session, end, path: end.pathname, error: end.searchParams.get("error") };
}
