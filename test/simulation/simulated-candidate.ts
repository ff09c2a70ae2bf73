import type { ServerResponse } from "node:http";
import type { ConsoleContext } from "#server/console/context.ts";
import type { ModelRequest } from "#server/models/http/http-model.ts";
import {
  answerRight,
  type Behaviour,
  type FaultyModel,
  sendJson,
  startFaultyModel,
  TIMING,
  withStatus,
} from "#test/faulty-model.ts";

/** Behaviours of the candidate. A hanging one answers when the simulation says so, or never. */
export const CANDIDATES = ["right", "garbage", "busy", "loading", "hanging"] as const;

export type CandidateBehaviour = (typeof CANDIDATES)[number];

const SLOTS = 2;

/** A candidate model server. Nothing that it does may change an answer to a caller. */
export class SimulatedCandidate {
  readonly #model: FaultyModel;
  readonly #hanging = new Map<ServerResponse, ModelRequest>();

  private constructor(model: FaultyModel) {
    this.#model = model;
  }

  static async open(): Promise<SimulatedCandidate> {
    return new SimulatedCandidate(await startFaultyModel());
  }

  /** Its deadline is never reached, because its timer runs in real time. */
  get settings(): Record<string, string> {
    return {
      CANDIDATE_MODEL_ADAPTER: "http",
      CANDIDATE_MODEL_URL: this.#model.url,
      CANDIDATE_MODEL_CONCURRENCY: String(SLOTS),
      CANDIDATE_MODEL_QUEUE: "1",
      CANDIDATE_MODEL_DEADLINE_MS: "3600000",
    };
  }

  behave(behaviour: CandidateBehaviour): void {
    const predict: Readonly<Record<CandidateBehaviour, Behaviour>> = {
      right: answerRight,
      garbage: (response) => sendJson(response, { model_version: "?", probabilities: {}, timing: TIMING }),
      busy: withStatus(429),
      loading: withStatus(503),
      hanging: (response, request) => {
        this.#hanging.set(response, request);
        response.once("close", () => this.#hanging.delete(response));
      },
    };
    this.#model.behave(predict[behaviour]);
  }

  /** Waits until the gateway has recorded all events of its candidate, except of requests that hang. */
  async settle({ candidate }: Pick<ConsoleContext, "candidate">): Promise<void> {
    for (;;) {
      const { taken, waiting } = candidate?.load() ?? { taken: 0, waiting: 0 };
      if (taken === this.#hanging.size && (waiting === 0 || taken === SLOTS)) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Answers the requests that hang, and later requests at once. */
  async finish(gateway: Pick<ConsoleContext, "candidate">): Promise<void> {
    this.behave("right");
    for (const [response, request] of this.#hanging) answerRight(response, request);
    while (this.#hanging.size > 0) await new Promise((resolve) => setImmediate(resolve));
    await this.settle(gateway);
  }

  leave(): Promise<void> {
    return this.#model.leave();
  }
}
