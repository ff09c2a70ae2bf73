import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { createBudget } from "#server/limits/budget.ts";
import { receiveBody } from "./receive-body.ts";

it("reserves no memory for a client that has left", async () => {
  const request = new IncomingMessage(new Socket());
  request.headers["content-length"] = "50";
  const budget = createBudget(100);
  const from = { path: "/api/join", holder: "a", budget, signal: AbortSignal.abort() };
  await expect(receiveBody(request, new ServerResponse(request), from)).rejects.toThrow("aborted");
  expect(budget.reserve("a", 50)).toBeDefined();
});
