-- A score counts from the resolution date of its question, and its horizon ends there. The text of as_of is split,
-- because the contract allows offsets up to 23:59 and the year 0, which timestamptz refuses.
ALTER TABLE "forecast_scores" ADD COLUMN "counts_from" timestamp (3) with time zone;--> statement-breakpoint
UPDATE forecast_scores s SET
  counts_from = t.resolves_at,
  horizon = CASE
    WHEN i.as_of < '0001' THEN '365 days and more'
    ELSE (
      SELECT CASE
        WHEN days < 1 THEN 'under 1 day'
        WHEN days < 7 THEN '1 to 7 days'
        WHEN days < 30 THEN '7 to 30 days'
        WHEN days < 90 THEN '30 to 90 days'
        WHEN days < 365 THEN '90 to 365 days'
        ELSE '365 days and more'
      END
      FROM (
        SELECT extract(epoch FROM (t.resolves_at AT TIME ZONE 'UTC') - left(i.as_of, 19)::timestamp
          - coalesce(substring(i.as_of FROM '\.[0-9]+') || ' seconds', '0')::interval
          + coalesce(substring(i.as_of FROM '[+-][0-9]{2}:[0-9]{2}$'), '0')::interval) / 86400 AS days
      ) AS horizons
    )
  END
FROM tasks t, inputs i
WHERE t.task_id = s.task_id AND i.input_id = s.input_id;--> statement-breakpoint
ALTER TABLE "forecast_scores" ALTER COLUMN "counts_from" SET NOT NULL;--> statement-breakpoint
-- The floor of probabilities in log scores rises from 0.0001 to 0.0005, so no log score is above -ln 0.0005.
UPDATE forecast_scores SET
  log = least(log, -ln(0.0005::float8)),
  uniform_log = least(uniform_log, -ln(0.0005::float8)),
  base_log = CASE WHEN base_log IS NOT NULL THEN least(base_log, -ln(0.0005::float8)) END,
  crowd_log = CASE WHEN crowd_log IS NOT NULL THEN least(crowd_log, -ln(0.0005::float8)) END;--> statement-breakpoint
-- Events of earlier releases contain no training cutoff.
ALTER TABLE "forecast_scores" ADD COLUMN "retrospective" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "forecast_scores" ALTER COLUMN "retrospective" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "score_totals" ADD COLUMN "counts_from" timestamp (3) with time zone;--> statement-breakpoint
-- Totals weigh questions instead of forecasts. The totals of every group are marked as due, so that the next start
-- recomputes them.
DELETE FROM score_totals WHERE dimension <> 'all';--> statement-breakpoint
ALTER TABLE "score_totals" RENAME COLUMN "binary_forecasts" TO "binary_questions";--> statement-breakpoint
ALTER TABLE "score_totals" RENAME COLUMN "rps_forecasts" TO "rps_questions";--> statement-breakpoint
ALTER TABLE "score_totals" RENAME COLUMN "base_forecasts" TO "base_questions";--> statement-breakpoint
ALTER TABLE "score_totals" RENAME COLUMN "crowd_forecasts" TO "crowd_questions";--> statement-breakpoint
ALTER TABLE "score_totals" ADD COLUMN "forecast_brier" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "score_totals" ADD COLUMN "forecast_log" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "score_totals" ALTER COLUMN "forecast_brier" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "score_totals" ALTER COLUMN "forecast_log" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "score_totals" ALTER COLUMN "tops" SET DATA TYPE double precision[];--> statement-breakpoint
UPDATE score_totals SET dimension = 'early', value = 'decided early', counts_from = to_timestamp(0), bins = '{}';
