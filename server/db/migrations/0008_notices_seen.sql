-- Notices are seen up to a time instead of an event, because a due outcome has no event.
ALTER TABLE "notices_seen" ADD COLUMN "at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE notices_seen n SET at = e.at FROM events e WHERE e.seq = (SELECT max(seq) FROM events WHERE seq <= n.seq);--> statement-breakpoint
DELETE FROM notices_seen WHERE at IS NULL;--> statement-breakpoint
ALTER TABLE "notices_seen" ALTER COLUMN "at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "notices_seen" DROP COLUMN "seq";
