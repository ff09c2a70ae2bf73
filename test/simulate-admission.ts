import { type AdmissionOptions, createAdmission } from "#server/limits/admission.ts";

/** One request of a simulation. Times are in milliseconds. */
export interface SimulatedRequest {
  readonly credential: string;
  readonly at: number;
  /** Time that the model takes to answer; Infinity for a model that hangs. */
  readonly serviceMs: number;
}

export interface SimulatedEnd {
  readonly request: SimulatedRequest;
  /** `timeout`: the deadline passed, either in the queue or during the inference. */
  readonly end: "answered" | "timeout" | "QUEUE_FULL";
  /** Whether the request got a slot and reached the model. */
  readonly reached: boolean;
  readonly endedAt: number;
}

/** Simulates the admission queue with a virtual clock and returns how each request ended. */
export async function simulateAdmission(
  { slots, mayWait, deadlineMs }: Omit<AdmissionOptions, "now"> & { readonly deadlineMs: number },
  requests: readonly SimulatedRequest[],
): Promise<SimulatedEnd[]> {
  let now = 0;
  const admission = createAdmission({ slots, mayWait, now: () => now });
  const agenda = requests.map((request) => ({ at: request.at, act: () => start(request) }));
  agenda.sort((a, b) => a.at - b.at);
  const ends: SimulatedEnd[] = [];

  function plan(at: number, act: () => void): void {
    let [index, end] = [0, agenda.length];
    while (index < end) {
      const middle = (index + end) >> 1;
      if ((agenda[middle]?.at ?? 0) <= at) index = middle + 1;
      else end = middle;
    }
    agenda.splice(index, 0, { at, act });
  }

  function start(request: SimulatedRequest): void {
    const controller = new AbortController();
    const deadlineAt = request.at + deadlineMs;
    let reached = false;
    let over = false;
    const finish = (end: SimulatedEnd["end"]) => {
      over = true;
      ends.push({ request, end, reached, endedAt: now });
    };
    plan(deadlineAt, () => over || controller.abort("deadline"));
    admission.enter(request.credential, { signal: controller.signal, at: deadlineAt }).then(
      ({ leave }) => {
        reached = true;
        const stop = (end: SimulatedEnd["end"]) => {
          if (over) return;
          finish(end);
          leave();
        };
        controller.signal.addEventListener("abort", () => stop("timeout"));
        if (Number.isFinite(request.serviceMs)) plan(now + request.serviceMs, () => stop("answered"));
      },
      (error) => finish(error === "deadline" ? "timeout" : error.code),
    );
  }

  for (let event = agenda.shift(); event !== undefined; event = agenda.shift()) {
    now = event.at;
    event.act();
    // Promise callbacks run before the next simulated event.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return ends;
}
