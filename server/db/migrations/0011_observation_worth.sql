CREATE TABLE "input_worths" (
	"task_id" text NOT NULL,
	"input_id" text NOT NULL,
	"version" text NOT NULL,
	"worths" double precision[] NOT NULL,
	CONSTRAINT "input_worths_task_id_input_id_pk" PRIMARY KEY("task_id","input_id")
);
--> statement-breakpoint
CREATE TABLE "question_worths" (
	"task_id" text NOT NULL,
	"dimension" text NOT NULL,
	"value" text NOT NULL,
	"bucket" smallint NOT NULL,
	"counts_from" timestamp (3) with time zone NOT NULL,
	"worth" double precision,
	"observations" integer NOT NULL,
	"required" integer NOT NULL,
	CONSTRAINT "question_worths_task_id_dimension_value_pk" PRIMARY KEY("task_id","dimension","value")
);
--> statement-breakpoint
-- The next start computes the worth of observations for the questions of earlier releases.
ALTER TABLE "scored_questions" ADD COLUMN "measured" boolean DEFAULT false NOT NULL;
