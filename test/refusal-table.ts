import { change, type Wrong } from "./change.ts";
import { expectRefusal } from "./expect-refusal.ts";
import type { TestGateway } from "./start-gateway.ts";

/** Sends the binary example with one error and asserts a 422 with a single issue at `path`. */
export async function expectWrong(
  gateway: TestGateway,
  code: string,
  [, at, value]: Wrong,
  path: string = at,
): Promise<void> {
  const reply = await gateway.post(JSON.stringify(change(at, value)));
  await expectRefusal(gateway, reply, { status: 422, code, issues: [[code, path]] });
}
