-- A score names its caller, so that the caller can read it after the forecast was archived.
ALTER TABLE "forecast_scores" ADD COLUMN "caller_id" text;--> statement-breakpoint
UPDATE forecast_scores s SET caller_id = e.actor_id FROM events e
WHERE e.request_id = s.request_id AND e.kind = 'prediction.answered';--> statement-breakpoint
-- Earlier releases did not record the last event before a confirmation: it precedes the confirmation's own event.
UPDATE scored_questions q SET through = e.seq - 1 FROM events e
WHERE q.through IS NULL AND e.kind = 'outcome.confirmed'
  AND e.task_id = q.task_id AND position('"outcome_id":"' || q.outcome_id || '"' IN convert_from(e.body, 'UTF8')) > 0;--> statement-breakpoint
ALTER TABLE "scored_questions" ALTER COLUMN "through" SET NOT NULL;
