CREATE INDEX "scores_by_start" ON "forecast_scores" USING btree ("counts_from");--> statement-breakpoint
ALTER TABLE "score_totals" ADD COLUMN "happened_probability" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "score_totals" ALTER COLUMN "happened_probability" DROP DEFAULT;--> statement-breakpoint
-- The totals of every group are marked as due, so that the next start recomputes them: one row per group stays.
DELETE FROM score_totals t USING score_totals other
WHERE other.bucket = t.bucket AND (other.dimension, other.value) < (t.dimension, t.value);--> statement-breakpoint
UPDATE score_totals SET dimension = 'early', value = 'decided early', counts_from = to_timestamp(0), bins = '{}';
