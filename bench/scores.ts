import { SectionSums } from "#lib/scores/group-sums.ts";
import { type GroupedCase, Groups } from "#lib/scores/groups.ts";
import { uniformLoss } from "#lib/scores/score-forecast.ts";
import { LOG_FLOOR } from "#lib/stats/scores.ts";
import { seededRandom } from "#lib/stats/seeded-random.ts";

/**
 * `node bench/scores.ts [FORECASTS [QUESTIONS [GROUPS]]]`: computes the sections of a report of generated forecasts:
 * all, and GROUPS − 1 other groups, to one of which each forecast of a question belongs. Prints seconds and MiB.
 */
const [forecasts = 100_000, questions = 5_000, count = 19] = process.argv.slice(2).map(Number);
const random = seededRandom(1);
const startedAt = performance.now();
const groups = new Groups(() => new SectionSums());
for (let question = 0; question < questions; question++) groups.add(makeQuestion(question));
const addedAt = performance.now();
const sections = groups.list().map(({ dimension, value, sums }) => sums.section(dimension, value));
const seconds = (from: number, to: number) => Number(((to - from) / 1_000).toFixed(1));
console.table([
  {
    ...{ forecasts, questions, sections: sections.length },
    "adding s": seconds(startedAt, addedAt),
    "resampling s": seconds(addedAt, performance.now()),
    "MiB resident at most": Math.round(process.resourceUsage().maxRSS / 1_024),
  },
]);

function makeQuestion(question: number): GroupedCase[] {
  const period = `${2023 + (question % 3)}-${String(1 + (question % 12)).padStart(2, "0")}`;
  return Array.from({ length: forecasts / questions }, () => {
    const weights = [random(), random(), random()];
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const probabilities = weights.map((weight) => weight / total);
    const brier = probabilities.reduce((sum, one, option) => sum + (one - (option === 0 ? 1 : 0)) ** 2, 0);
    const log = -Math.log(Math.max(probabilities[0] ?? 0, LOG_FLOOR));
    const reference = { log: log * 1.1, brier: brier * 1.1 };
    return {
      ...{ probabilities, happened: 0, log, brier, period },
      references: { uniform: uniformLoss(3), baseRate: reference, lastCrowd: reference },
      groups: [
        ["all", ""],
        ["group", String(Math.floor(random() * (count - 1)))],
      ],
    };
  });
}
