import { rmSync } from "node:fs";
import { startGateway, type TestGateway } from "./start-gateway.ts";

let shared: Promise<TestGateway> | undefined;

/**
 * One gateway for the test files of a worker that neither change it for others nor look at what others have left in it:
 * to start one takes longer than most of them. It runs until the worker ends.
 */
export function sharedGateway(): Promise<TestGateway> {
  shared ??= startShared();
  return shared;
}

async function startShared(): Promise<TestGateway> {
  const gateway = await startGateway();
  process.on("exit", () => rmSync(gateway.dataDir, { recursive: true, force: true }));
  // By which vitest ends a worker.
  process.on("SIGTERM", () => process.exit());
  return gateway;
}
