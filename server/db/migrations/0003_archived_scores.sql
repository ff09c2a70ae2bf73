-- Scores of archived forecasts stay as they are, so the archive marks their questions.
ALTER TABLE "scored_questions" ADD COLUMN "through" bigint;--> statement-breakpoint
ALTER TABLE "scored_questions" ADD COLUMN "archived" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Earlier archives marked nothing: a question is marked if the log has fewer forecasts from before its confirmation
-- than were counted then.
UPDATE scored_questions q SET archived = true FROM outcomes o
WHERE o.id = q.outcome_id
  AND EXISTS (SELECT FROM events WHERE kind = 'history.archived')
  AND q.before + q.late > (
    SELECT count(*) FROM events e
    WHERE e.kind = 'prediction.answered' AND e.task_id = q.task_id AND e.at < o.confirmed_at
  );
