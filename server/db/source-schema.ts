import { doublePrecision, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";

// The league table of sources. Rows belong to the scored questions of outcome-schema.ts.

/**
 * Scores of the forecasts of other sources that approved inputs quote. A forecast quoted in several inputs has one
 * row. The rows of a question differ in source, time or probabilities.
 */
export const sourceScores = pgTable(
  "source_scores",
  {
    /** `scoredQuestions.number`. Modulo GROUPS, it is the random group of the question. */
    question: integer("question").notNull(),
    /** Name of the source as quoted. Aliases are applied when scores are read. */
    source: text("source").notNull(),
    observedAt: instant("observed_at").notNull(),
    /** Probabilities of the options in canonical order, as quoted. */
    probabilities: doublePrecision("probabilities").array().notNull(),
    /** Time from `observedAt` to the resolution date. */
    horizon: text("horizon").notNull(),
    /** The resolution date of the question. Earlier, the score does not count. */
    countsFrom: instant("counts_from").notNull(),
    brier: doublePrecision("brier").notNull(),
    log: doublePrecision("log").notNull(),
    /** 1 / number of the source's rows of the question, so that every question counts once. */
    weight: doublePrecision("weight").notNull(),
    /** The same among the rows with the same horizon. */
    horizonWeight: doublePrecision("horizon_weight").notNull(),
  },
  (table) => [index("source_scores_by_question").on(table.question), index("source_scores_by_source").on(table.source)],
);

/** Pairs, for each input, the newest quoted forecast of a source with the gateway's own forecasts on the same input. */
export const sourcePairs = pgTable(
  "source_pairs",
  {
    question: integer("question").notNull(),
    inputId: text("input_id").notNull(),
    source: text("source").notNull(),
    observedAt: instant("observed_at").notNull(),
    /** Index of the observation in the input. Of two observations with the same time, the later one is newer. */
    position: integer("position").notNull(),
    horizon: text("horizon").notNull(),
    countsFrom: instant("counts_from").notNull(),
    /** Log score of the source. */
    log: doublePrecision("log").notNull(),
    /** Mean log score of the gateway's forecasts on the input, without retrospective forecasts. */
    ownLog: doublePrecision("own_log").notNull(),
    /** 1 / number of the source's rows of the question, so that every question counts once. */
    weight: doublePrecision("weight").notNull(),
    /** The same among the rows with the same horizon. */
    horizonWeight: doublePrecision("horizon_weight").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.question, table.inputId, table.source] }),
    index("source_pairs_by_source").on(table.source),
  ],
);

/** Other names of sources. A removed alias stays as a row whose source is null. */
export const sourceAliases = pgTable("source_aliases", {
  alias: text("alias").primaryKey(),
  /** The name under which the league table lists the alias. */
  source: text("source"),
});
