import type { Observation, PredictionRequest } from "#lib/contract/request.ts";
import { identify } from "#server/base/digest.ts";
import type { ConsoleClient } from "#test/console-client.ts";
import { ferryOn } from "./seed-requests.ts";

const SOURCES = ["Timetable office", "Drivers' union", "Weather service"] as const;
const QUESTIONS = 12;
const CUTOFFS = [3, 9, 15, 21];

interface Desk {
  readonly researcher: ConsoleClient;
  readonly reviewer: ConsoleClient;
  /** Submits and approves a request. */
  approve(request: PredictionRequest): Promise<void>;
}

/**
 * Questions about trams that several sources follow for weeks, each forecast at four cutoffs, then decided: most of them
 * confirmed, one not yet, one void. Returns the task id of the first.
 */
export async function seedDecided({ researcher, reviewer, approve }: Desk): Promise<string> {
  const lines = Array.from({ length: QUESTIONS }, (_, index) => index + 1);
  for (const line of lines) {
    for (const day of line === 1 ? CUTOFFS : CUTOFFS.slice(-1)) {
      const request = tramOn(line, day);
      await approve(request);
      await researcher.mutate("forecasts.run", request);
    }
  }
  const happenedAt = new Date().toISOString();
  for (const line of lines) {
    const { id: taskId } = identify(tramOn(line, 3).task);
    const option = line === 5 ? null : line % 4 === 0 ? "late" : line % 3 === 0 ? "cancelled" : "on_time";
    const entry = { taskId, option, source: "The register of the tramway.", happenedAt };
    const { outcomeId } = Object(await researcher.mutate("outcomes.record", entry));
    if (line < QUESTIONS) await reviewer.mutate("outcomes.confirm", { outcomeId });
  }
  const { id: taskId } = identify(tramOn(1, 3).task);
  await researcher.mutate("questions.tag", { taskId, tag: "trams", active: true });
  await reviewer.mutate("questions.addNote", { taskId, text: "The register counts five minutes as on time." });
  return taskId;
}

function tramOn(line: number, day: number): PredictionRequest {
  const shared = ferryOn(1);
  return {
    ...shared,
    task: {
      type: "choice",
      instructions: `Will the first tram of line ${line} leave the depot on time tomorrow?`,
      criteria: {
        on_time: "It leaves within five minutes of the timetable.",
        late: "It leaves more than five minutes late.",
        cancelled: "It does not leave at all.",
      },
      resolution: {
        criteria: "The register of the tramway, as it is published in the evening.",
        // The same of every run on one day: the question is one.
        resolves_at: new Date(Math.ceil(Date.now() / 86_400_000 + 1) * 86_400_000).toISOString(),
      },
    },
    input: { as_of: dayOf(day + 1), context: observations(line, day) },
  };
}

function observations(line: number, day: number): Observation[] {
  const context: Observation[] = [
    {
      type: "structured",
      data: {
        kind: "counts",
        reference_class: "Mornings of this line",
        counts: { on_time: 70, late: 24, cancelled: 6 },
      },
      observed_at: dayOf(1),
    },
    { type: "text", text: "The depot has two new drivers since Monday.", observed_at: dayOf(2) },
  ];
  for (let at = 2; at <= day; at += 3) {
    for (const [index, source] of SOURCES.entries()) {
      const late = Math.min(0.6, 0.1 + ((at * (index + 2) + line * 7) % 19) / 40);
      const probabilities = { on_time: 0.97 - late, late, cancelled: 0.03 };
      context.push({
        type: "structured",
        data: { kind: "forecast", source, probabilities },
        observed_at: dayOf(at),
      });
    }
  }
  return context;
}

function dayOf(day: number): string {
  return `2026-10-${String(day).padStart(2, "0")}T06:00:00Z`;
}
