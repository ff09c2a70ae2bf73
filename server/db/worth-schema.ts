import { doublePrecision, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { WORTH_DIMENSIONS } from "#lib/scores/sum-worths.ts";
import { instant } from "./columns.ts";

// The worth of observations, computed when an outcome or its correction is confirmed.

export const inputWorths = pgTable(
  "input_worths",
  {
    taskId: text("task_id").notNull(),
    inputId: text("input_id").notNull(),
    /** The version of the model, which made the forecasts and measured the observations. */
    version: text("version").notNull(),
    /** In nats, in the order of the input's context. Null if the model has no answer without the observation. */
    worths: doublePrecision("worths").array().$type<(number | null)[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.inputId] })],
);

/** Worth of the observations of a question that share a source, kind or finding. */
export const questionWorths = pgTable(
  "question_worths",
  {
    taskId: text("task_id").notNull(),
    dimension: text("dimension", { enum: WORTH_DIMENSIONS }).notNull(),
    value: text("value").notNull(),
    /** Random group of the question, from `scoredQuestions.number`. */
    bucket: smallint("bucket").notNull(),
    /** The resolution date. Before it, the tables of the track record do not contain the row. */
    countsFrom: instant("counts_from").notNull(),
    /** In nats: the sum over the observations of an input, averaged over the inputs. Null if no observation has a worth. */
    worth: doublePrecision("worth"),
    observations: integer("observations").notNull(),
    /** Number of observations without which the model has no answer. */
    required: integer("required").notNull(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.dimension, table.value] })],
);
