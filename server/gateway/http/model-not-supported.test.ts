import { describe, expect, it } from "vitest";
import { identify } from "#server/base/digest.ts";
import { change } from "#test/change.ts";
import { eventsOf, expectRefusal } from "#test/expect-refusal.ts";
import { sharedGateway } from "#test/shared-gateway.ts";
import { readExample } from "#test/start-gateway.ts";

const EXPECTED = { status: 422, code: "MODEL_NOT_SUPPORTED", issues: [["MODEL_NOT_SUPPORTED", "/model"]] } as const;

const gateway = await sharedGateway();

describe("a release that this deployment does not serve", () => {
  it.each([
    "service-r13-d",
    "service-r13",
    "SERVICE-R13-C",
    " service-r13-c",
    "r13-c",
    "",
    "constructor",
    "\u0000",
    "😀",
  ])("is refused: %j", async (model) => {
    await expectRefusal(gateway, await gateway.post(JSON.stringify(change("/model", model))), EXPECTED);
  });

  it("is recorded with task and input, and without the requested release", async () => {
    const { task, input } = readExample("binary");
    const [event] = await eventsOf(gateway, await gateway.post(JSON.stringify({ model: "service-x", task, input })));
    expect(event).toMatchObject({ task_id: identify(task).id, input_id: identify(input).id });
    expect(event).not.toHaveProperty("release");
  });
});
