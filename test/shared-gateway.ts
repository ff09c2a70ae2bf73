import { rmSync } from "node:fs";
import { openGateway, type TestGateway } from "./start-gateway.ts";

let shared: Promise<TestGateway> | undefined;

/**
 * Returns a gateway that all test files of a worker share, because starting a gateway takes longer than most tests. Use
 * it only in tests that do not depend on, and do not disturb, the data of other tests. It runs until the worker exits.
 */
export function sharedGateway(): Promise<TestGateway> {
  shared ??= startShared();
  return shared;
}

async function startShared(): Promise<TestGateway> {
  const gateway = await openGateway();
  process.on("exit", () => rmSync(gateway.dataDir, { recursive: true, force: true }));
  // vitest stops a worker with SIGTERM, which alone would not emit the exit event.
  process.on("SIGTERM", () => process.exit());
  return gateway;
}
