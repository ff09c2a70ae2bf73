import { rmSync } from "node:fs";
import { startGateway, type TestGateway } from "./start-gateway.ts";

let shared: Promise<TestGateway> | undefined;

/**
 * Returns one gateway per worker, for test files that neither change it for others nor depend on what others left.
 * Starting one takes longer than most of these tests. It runs until the worker ends.
 */
export function sharedGateway(): Promise<TestGateway> {
  shared ??= startShared();
  return shared;
}

async function startShared(): Promise<TestGateway> {
  const gateway = await startGateway();
  process.on("exit", () => rmSync(gateway.dataDir, { recursive: true, force: true }));
  // vitest ends a worker with SIGTERM.
  process.on("SIGTERM", () => process.exit());
  return gateway;
}
