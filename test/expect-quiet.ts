import { expect } from "vitest";
import type { Listening } from "./listen.ts";
import type { TestGateway } from "./start-gateway.ts";
import { until } from "./until.ts";

/**
 * Asserts that a failure has released all resources: no slot taken, queue empty, all connections to the model closed.
 */
export async function expectAllIsQuiet(
  { gateway }: TestGateway,
  model: Pick<Listening, "openConnections">,
): Promise<void> {
  expect(gateway.admission.load()).toMatchObject({ taken: 0, waiting: 0 });
  await until("all connections are closed", () => model.openConnections() === 0);
}
