type Step = () => unknown;

const steps: Step[] = [];

/** Runs `step` after the current test, or after the test file if no test is running. The last step runs first. */
export function cleanUp(step: Step): void {
  steps.push(step);
}

export const countSteps = () => steps.length;

/** Runs the latest steps, until only `left` steps are left. */
export async function runSteps(left = 0): Promise<void> {
  for (const step of steps.splice(left).reverse()) await step();
}
