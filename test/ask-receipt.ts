import { answerReceipt } from "#server/gateway/http/answer-look-ups.ts";
import type { TestGateway } from "./start-gateway.ts";

export async function askReceipt({ gateway, key }: Pick<TestGateway, "gateway" | "key">, requestId: string) {
  const headers = { authorization: `Bearer ${key}` };
  const request = new Request(`http://localhost/receipts/${requestId}`, { headers });
  const response = await answerReceipt(gateway, request, { requestId });
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
}
