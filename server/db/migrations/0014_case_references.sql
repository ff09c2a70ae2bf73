ALTER TABLE "evaluation_cases" ADD COLUMN "block" text;--> statement-breakpoint
ALTER TABLE "evaluation_cases" ADD COLUMN "references" jsonb;
