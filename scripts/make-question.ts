import type { Observation, PredictionInput, Task } from "#lib/contract/request.ts";

/** An invented question whose information grows over time. */
export interface Question {
  readonly task: Task;
  readonly opensAt: number;
  readonly resolvesAt: number;
  /** The input on a day. Call in the order of time, because it grows with each call. */
  inputAt(at: number): PredictionInput;
}

const DAY_MS = 86_400_000;
/** The maximum time in days for which a question is open. */
const MOST_DAYS = 75;
const READINGS_KEPT = 6;

const TOWNS = ["Larkfield", "Aldermoor", "Vessby", "Quaymouth", "Tarn Hill", "Osterlund", "Brennick", "Saltmarsh"];
const SOURCES = ["prediction market", "panel of experts", "newspaper's survey", "in-house model"];

interface Kind {
  readonly ask: (town: string, day: string) => string;
  readonly options: Readonly<Record<string, string | null>>;
  readonly decidedBy: string;
}

const KINDS: readonly Kind[] = [
  {
    ask: (town, day) => `Will the new tram line in ${town} carry passengers before ${day}?`,
    options: { yes: "A tram of the new line has carried paying passengers.", no: "None has." },
    decidedBy: "the transport authority's notices of the day",
  },
  {
    ask: (town, day) => `What will the Bank of ${town} decide about its policy rate at the meeting of ${day}?`,
    options: { cut: "It is lowered.", hold: "It is left where it is.", raise: "It is raised.", none: "No decision." },
    decidedBy: "the bank's press release on the meeting",
  },
  {
    ask: (town, day) => `How many ships will call at the port of ${town} in the thirty days before ${day}?`,
    options: { "0-99": null, "100-149": null, "150-199": null, "200-299": null, "300-up": "300 or more" },
    decidedBy: "the harbour master's monthly table",
  },
  {
    ask: (town, day) => `Which list will have the most votes in the council election of ${town} on ${day}?`,
    options: { green: "The Green List", civic: "Citizens’ Union", harbour: "The Harbour Party", other: "Any other" },
    decidedBy: "the returning officer's final count",
  },
];

/** One question that opens at `opensAt` (milliseconds since 1970). `random` returns numbers in [0, 1). */
export function makeQuestion(random: () => number, number: number, opensAt: number): Question {
  const pick = <T>(items: readonly [T, ...T[]] | readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const kind = pick(KINDS);
  const town = pick(TOWNS);
  const resolvesAt = opensAt + Math.ceil((0.4 + 0.6 * random()) * MOST_DAYS) * DAY_MS;
  const options = Object.keys(kind.options);
  const levels = options.map(() => 2 * (random() - 0.5));
  const observations: Observation[] = [
    {
      type: "structured",
      data: {
        kind: "counts",
        reference_class: `Comparable cases in and around ${town}, number ${number}`,
        counts: Object.fromEntries(options.map((option) => [option, Math.floor(random() * 20)])),
      },
      observed_at: iso(opensAt - 30 * DAY_MS),
    },
  ];

  return {
    task: {
      type: "choice",
      instructions: kind.ask(town, iso(resolvesAt).slice(0, 10)),
      criteria: kind.options,
      resolution: { criteria: `Decided by ${kind.decidedBy} (case ${number}).`, resolves_at: iso(resolvesAt) },
    },
    opensAt,
    resolvesAt,
    inputAt(at) {
      for (const [index, level] of levels.entries()) levels[index] = level + 0.9 * (random() - 0.5);
      observations.push({
        type: "structured",
        data: { kind: "forecast", source: pick(SOURCES), probabilities: shares(options, levels) },
        observed_at: iso(at - Math.floor(random() * DAY_MS)),
      });
      const [counts, ...readings] = observations;
      const context = [...(counts === undefined ? [] : [counts]), ...readings.slice(-READINGS_KEPT)];
      return { as_of: iso(at), context };
    },
  };
}

/** Probabilities with three digits that sum to 1. */
function shares(options: readonly string[], levels: readonly number[]): Record<string, number> {
  const weights = levels.map((level) => Math.exp(level));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const rounded = weights.map((weight) => Math.round((1000 * weight) / sum));
  const rest = 1000 - rounded.reduce((total, share) => total + share, 0);
  return Object.fromEntries(
    options.map((option, index) => [option, ((rounded[index] ?? 0) + (index === 0 ? rest : 0)) / 1000]),
  );
}

function iso(at: number): string {
  return new Date(Math.floor(at / 1000) * 1000).toISOString().replace(".000", "");
}
