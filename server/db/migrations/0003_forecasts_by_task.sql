DROP INDEX "events_by_kind";--> statement-breakpoint
CREATE INDEX "forecasts_by_task" ON "events" USING btree ("task_id","seq") WHERE kind = 'prediction.answered';--> statement-breakpoint
CREATE INDEX "refusals_by_code" ON "events" USING btree ("code","seq") WHERE code is not null;--> statement-breakpoint
CREATE INDEX "changes_in_order" ON "events" USING btree ("seq","kind") WHERE kind not in ('prediction.opened', 'prediction.answered', 'prediction.refused', 'prediction.failed');