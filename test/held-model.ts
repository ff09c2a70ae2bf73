import type { ConsoleContext } from "#server/console/context.ts";
import type { Model } from "#server/models/model.ts";

/** The embedded model, with inferences that a test can count, hold and make fail. */
export interface HeldModel {
  /** Option for startGateway(). */
  readonly change: (real: ConsoleContext) => ConsoleContext;
  /** Returns the number of inferences started. */
  begun(): number;
  /** From now on, inferences wait until `release` is called. */
  hold(): void;
  release(): void;
  /** Makes inferences reject with this error from now on; undefined makes them succeed. */
  fail(error: Error | undefined): void;
}

export function holdModel(): HeldModel {
  let begun = 0;
  let gate = Promise.withResolvers<void>();
  let failure: Error | undefined;
  gate.resolve();
  return {
    change: (real) => {
      const forecast: Model["forecast"] = async (...args) => {
        begun++;
        const [, signal] = args;
        await Promise.race([gate.promise, new Promise((_, reject) => signal.addEventListener("abort", reject))]);
        if (failure !== undefined) throw failure;
        return real.model.forecast(...args);
      };
      return { ...real, model: { ...real.model, forecast } };
    },
    begun: () => begun,
    hold() {
      gate = Promise.withResolvers();
    },
    release: () => gate.resolve(),
    fail(error) {
      failure = error;
    },
  };
}
