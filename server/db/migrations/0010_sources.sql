-- Forecasts quoted in approved inputs are scored by source. For outcomes that earlier releases confirmed, a background
-- job scores them after the next start.
CREATE TABLE "source_aliases" (
	"alias" text PRIMARY KEY NOT NULL,
	"source" text
);
--> statement-breakpoint
CREATE TABLE "source_pairs" (
	"question" integer NOT NULL,
	"input_id" text NOT NULL,
	"source" text NOT NULL,
	"observed_at" timestamp (3) with time zone NOT NULL,
	"position" integer NOT NULL,
	"horizon" text NOT NULL,
	"counts_from" timestamp (3) with time zone NOT NULL,
	"log" double precision NOT NULL,
	"own_log" double precision NOT NULL,
	"weight" double precision NOT NULL,
	"horizon_weight" double precision NOT NULL,
	CONSTRAINT "source_pairs_question_input_id_source_pk" PRIMARY KEY("question","input_id","source")
);
--> statement-breakpoint
CREATE TABLE "source_scores" (
	"question" integer NOT NULL,
	"source" text NOT NULL,
	"observed_at" timestamp (3) with time zone NOT NULL,
	"probabilities" double precision[] NOT NULL,
	"horizon" text NOT NULL,
	"counts_from" timestamp (3) with time zone NOT NULL,
	"brier" double precision NOT NULL,
	"log" double precision NOT NULL,
	"weight" double precision NOT NULL,
	"horizon_weight" double precision NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scored_questions" ADD COLUMN "sources_outcome_id" uuid;--> statement-breakpoint
CREATE INDEX "source_pairs_by_source" ON "source_pairs" USING btree ("source");--> statement-breakpoint
CREATE INDEX "source_scores_by_question" ON "source_scores" USING btree ("question");--> statement-breakpoint
CREATE INDEX "source_scores_by_source" ON "source_scores" USING btree ("source");
