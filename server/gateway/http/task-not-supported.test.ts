import { describe, expect, it } from "vitest";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { change } from "#test/change.ts";
import { expectRefusal } from "#test/expect-refusal.ts";
import { sharedGateway } from "#test/shared-gateway.ts";
import { approveAll, readExample } from "#test/start-gateway.ts";

const CODE = "TASK_NOT_SUPPORTED";
const example = readExample("binary");

const gateway = await sharedGateway();

describe("a task that no binding accepts for the release", () => {
  const expected = { status: 422, code: CODE, issues: [[CODE, "/task"]] } as const;

  it("is refused", async () => {
    const request = change("/task/instructions", "Will it rain?");
    await expectRefusal(gateway, await gateway.post(JSON.stringify(request)), expected);
  });

  it("is refused even if it differs from an accepted one only by a space", async () => {
    const request = change("/task/instructions", `${example.task.instructions} `);
    await expectRefusal(gateway, await gateway.post(JSON.stringify(request)), expected);
  });

  it("is refused with an input that is approved for another task", async () => {
    const request: PredictionRequest = { ...example, task: { ...example.task, instructions: "Will it snow?" } };
    await expectRefusal(gateway, await gateway.post(JSON.stringify(request)), expected);
  });

  it("is refused even if a binding accepts it for another release", async () => {
    const request = { ...example, task: { ...example.task, instructions: "Will it hail?" } };
    const { gateway: real } = gateway;
    await approveAll({ ...real, model: { ...real.model, release: "service-r12-a" } }, [request]);
    await expectRefusal(gateway, await gateway.post(JSON.stringify(request)), expected);
  });
});

describe("a task and input that the release cannot use", () => {
  const expected = { status: 422, code: CODE, issues: [[CODE, "/input/context"]] } as const;
  const observation = (data: object) => [{ type: "structured", data, observed_at: "2026-06-01T00:00:00Z" }];

  it.each<[string, unknown[]]>([
    ["no observation", []],
    ["text only", [{ type: "text", text: "It will.", observed_at: "2026-06-01T00:00:00Z" }]],
    ["an unknown kind", observation({ kind: "oracle", yes: 1 })],
    [
      "a forecast of other options",
      observation({ kind: "forecast", source: "x", probabilities: { ja: 0.5, nein: 0.5 } }),
    ],
    ["a forecast of some options", observation({ kind: "forecast", source: "x", probabilities: { yes: 1 } })],
    [
      "a forecast that does not sum to 1",
      observation({ kind: "forecast", source: "x", probabilities: { yes: 0.5, no: 0.4 } }),
    ],
    ["counts without any case", observation({ kind: "counts", reference_class: "x", counts: { yes: 0, no: 0 } })],
  ])("are refused even if both are approved: %s", async (_, context) => {
    const request = { ...example, input: { ...example.input, context } } as PredictionRequest;
    await approveAll(gateway.gateway, [request]);
    const reply = await gateway.post(JSON.stringify(request));
    await expectRefusal(gateway, reply, expected);
    expect(JSON.stringify(reply.body)).toContain("This release needs");
  });
});
