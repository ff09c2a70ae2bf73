import type { TestGateway } from "./start-gateway.ts";
import { until } from "./until.ts";

/** Waits until the candidate has nothing to do and its events are recorded. */
export function candidateAnswered({ gateway: { candidate } }: Pick<TestGateway, "gateway">): Promise<true> {
  return until("the candidate is idle", () => {
    const { taken, waiting } = candidate?.load() ?? { taken: 0, waiting: 0 };
    return taken + waiting === 0;
  });
}
