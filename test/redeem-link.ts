import { answerJoin } from "#server/console/auth/answer-join.ts";
import { anyAddress } from "./any-address.ts";
import type { TestGateway } from "./start-gateway.ts";

export interface LinkReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly email?: string; readonly error?: { readonly code: string; readonly message: string } };
}

export function linkToken(link: string): string {
  return decodeURIComponent(new URL(link).pathname.replace("/join/", ""));
}

export async function redeem(
  { gateway }: Pick<TestGateway, "gateway">,
  body: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<LinkReply> {
  const response = await answerJoin(
    gateway,
    new Request("http://localhost:3000/api/join", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: "http://localhost:3000",
        "x-client-address": anyAddress(),
        ...headers,
      },
      body: JSON.stringify(body),
    }),
  );
  return { status: response.status, headers: response.headers, body: await response.json() };
}
