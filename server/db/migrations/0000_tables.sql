CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"task_id" text NOT NULL,
	"input_id" text NOT NULL,
	"submission_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	"revoked_reason" text
);
--> statement-breakpoint
CREATE TABLE "bindings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"release" text NOT NULL,
	"task_id" text NOT NULL,
	"submission_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	"revoked_reason" text
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"submission_id" uuid PRIMARY KEY NOT NULL,
	"reviewer_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "database_identity" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"title" text NOT NULL,
	"content" "bytea" NOT NULL,
	"save_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"request_id" uuid,
	"actor_id" text,
	"release" text,
	"task_id" text,
	"input_id" text,
	"code" text,
	"count" integer,
	"choice" text,
	"body" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"key_hash" "bytea" PRIMARY KEY NOT NULL,
	"request_digest" "bytea" NOT NULL,
	"request_id" uuid NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inputs" (
	"input_id" text PRIMARY KEY NOT NULL,
	"canonical" "bytea" NOT NULL,
	"as_of" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"release" text NOT NULL,
	"task_id" text NOT NULL,
	"input_id" text NOT NULL,
	"options" text[] NOT NULL,
	"title" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"origin" text NOT NULL,
	"ordered" boolean DEFAULT false NOT NULL,
	"author_id" text NOT NULL,
	"supersedes" uuid,
	"experiment_id" uuid,
	"variant" text,
	"variant_of" uuid,
	"batch" uuid,
	"findings" text[] NOT NULL,
	"assigned_to" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"task_id" text PRIMARY KEY NOT NULL,
	"canonical" "bytea" NOT NULL,
	"question" text NOT NULL,
	"options_text" text NOT NULL,
	"resolves_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verdicts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"submission_id" uuid NOT NULL,
	"reviewer_id" text NOT NULL,
	"binding" text NOT NULL,
	"quality" text NOT NULL,
	"checklist" jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credential_keys" (
	"key_id" text PRIMARY KEY NOT NULL,
	"credential_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"rate_per_minute" integer,
	"expires_at" timestamp (3) with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "forecast_scores" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"task_id" text NOT NULL,
	"input_id" text NOT NULL,
	"bucket" smallint NOT NULL,
	"generated_at" timestamp (3) with time zone NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"version" text NOT NULL,
	"horizon" text NOT NULL,
	"origin" text,
	"review" text,
	"reviewers" text[] NOT NULL,
	"findings" text[] NOT NULL,
	"probabilities" double precision[] NOT NULL,
	"bins" smallint NOT NULL,
	"happened" smallint NOT NULL,
	"option" text NOT NULL,
	"choice" text NOT NULL,
	"brier" double precision NOT NULL,
	"log" double precision NOT NULL,
	"rps" double precision,
	"uniform_brier" double precision NOT NULL,
	"uniform_log" double precision NOT NULL,
	"base_brier" double precision,
	"base_log" double precision,
	"crowd_brier" double precision,
	"crowd_log" double precision
);
--> statement-breakpoint
CREATE TABLE "outcomes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"task_id" text NOT NULL,
	"option" text,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"recorded_by" text NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"confirmed_by" text,
	"confirmed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "question_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"task_id" text NOT NULL,
	"author_id" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "score_totals" (
	"dimension" text NOT NULL,
	"value" text NOT NULL,
	"bucket" smallint NOT NULL,
	"forecasts" integer NOT NULL,
	"questions" integer NOT NULL,
	"brier" double precision NOT NULL,
	"log" double precision NOT NULL,
	"binary_forecasts" integer NOT NULL,
	"binary" double precision NOT NULL,
	"rps_forecasts" integer NOT NULL,
	"rps" double precision NOT NULL,
	"uniform_brier" double precision NOT NULL,
	"uniform_log" double precision NOT NULL,
	"base_forecasts" integer NOT NULL,
	"base_brier" double precision NOT NULL,
	"base_log" double precision NOT NULL,
	"base_own_brier" double precision NOT NULL,
	"base_own_log" double precision NOT NULL,
	"crowd_forecasts" integer NOT NULL,
	"crowd_brier" double precision NOT NULL,
	"crowd_log" double precision NOT NULL,
	"crowd_own_brier" double precision NOT NULL,
	"crowd_own_log" double precision NOT NULL,
	"bins" double precision[] NOT NULL,
	"tops" integer[] NOT NULL,
	CONSTRAINT "score_totals_dimension_value_bucket_pk" PRIMARY KEY("dimension","value","bucket")
);
--> statement-breakpoint
CREATE TABLE "scored_questions" (
	"task_id" text PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "scored_questions_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"outcome_id" uuid NOT NULL,
	"option" text,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"scored" integer NOT NULL,
	"before" integer NOT NULL,
	"late" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"subject_id" text NOT NULL,
	"tag" text NOT NULL,
	"active" boolean NOT NULL,
	CONSTRAINT "tags_subject_id_tag_pk" PRIMARY KEY("subject_id","tag")
);
--> statement-breakpoint
CREATE TABLE "evaluation_cases" (
	"evaluation_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"line" integer NOT NULL,
	"set" text NOT NULL,
	"question" text NOT NULL,
	"task_id" text NOT NULL,
	"input_id" text NOT NULL,
	"outcome" text NOT NULL,
	"findings" text[] NOT NULL,
	"request_id" uuid,
	"code" text,
	"reason" text,
	CONSTRAINT "evaluation_cases_evaluation_id_index_pk" PRIMARY KEY("evaluation_id","index")
);
--> statement-breakpoint
CREATE TABLE "evaluation_verdicts" (
	"evaluation_id" uuid NOT NULL,
	"reviewer_id" text NOT NULL,
	"approved" boolean NOT NULL,
	"checklist" jsonb NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "evaluation_verdicts_evaluation_id_reviewer_id_pk" PRIMARY KEY("evaluation_id","reviewer_id")
);
--> statement-breakpoint
CREATE TABLE "evaluations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"file_name" text NOT NULL,
	"release" text NOT NULL,
	"data_digest" text NOT NULL,
	"cases_digest" text NOT NULL,
	"cases" integer NOT NULL,
	"status" text NOT NULL,
	"uploaded_by" text NOT NULL,
	"uploaded_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"report_digest" text,
	"report" "bytea"
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"role" text,
	"member_id" text,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "invitations_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"person_address" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"role" text DEFAULT 'researcher' NOT NULL,
	"mail_notices" boolean DEFAULT true NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "members_email_unique" UNIQUE("email"),
	CONSTRAINT "members_person_address_unique" UNIQUE("person_address")
);
--> statement-breakpoint
CREATE TABLE "notices_seen" (
	"member_id" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails_waiting" (
	"member_id" text NOT NULL,
	"seq" bigint NOT NULL,
	CONSTRAINT "mails_waiting_member_id_seq_pk" PRIMARY KEY("member_id","seq")
);
--> statement-breakpoint
CREATE TABLE "watched_events" (
	"name" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"delivery_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"status" integer,
	"error" text,
	CONSTRAINT "webhook_attempts_delivery_id_number_pk" PRIMARY KEY("delivery_id","number")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"credential_id" uuid NOT NULL,
	"submission_id" uuid,
	"body" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"next_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"credential_id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"secret" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_task_id_tasks_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("task_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_input_id_inputs_input_id_fk" FOREIGN KEY ("input_id") REFERENCES "public"."inputs"("input_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verdicts" ADD CONSTRAINT "verdicts_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credential_keys" ADD CONSTRAINT "credential_keys_credential_id_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outcomes" ADD CONSTRAINT "outcomes_task_id_tasks_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("task_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_notes" ADD CONSTRAINT "question_notes_task_id_tasks_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("task_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_cases" ADD CONSTRAINT "evaluation_cases_task_id_tasks_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("task_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_cases" ADD CONSTRAINT "evaluation_cases_input_id_inputs_input_id_fk" FOREIGN KEY ("input_id") REFERENCES "public"."inputs"("input_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_verdicts" ADD CONSTRAINT "evaluation_verdicts_evaluation_id_evaluations_id_fk" FOREIGN KEY ("evaluation_id") REFERENCES "public"."evaluations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_members_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices_seen" ADD CONSTRAINT "notices_seen_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_members_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails_waiting" ADD CONSTRAINT "mails_waiting_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_credential_id_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_credential_id_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_approval_in_force" ON "approvals" USING btree ("input_id","task_id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "approvals_by_task" ON "approvals" USING btree ("task_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_binding_in_force" ON "bindings" USING btree ("task_id","release") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "drafts_by_member" ON "drafts" USING btree ("member_id","updated_at");--> statement-breakpoint
CREATE INDEX "outcomes_by_request" ON "events" USING btree ("request_id") WHERE kind not in ('prediction.opened', 'evaluation.opened');--> statement-breakpoint
CREATE INDEX "forecasts_by_task" ON "events" USING btree ("task_id","seq") WHERE kind = 'prediction.answered';--> statement-breakpoint
CREATE INDEX "refusals_by_code" ON "events" USING btree ("code","seq") WHERE code is not null;--> statement-breakpoint
CREATE INDEX "changes_in_order" ON "events" USING btree ("seq","kind") WHERE kind not in ('prediction.opened', 'prediction.answered', 'prediction.refused', 'prediction.failed', 'prediction.abandoned', 'evaluation.opened', 'evaluation.answered', 'evaluation.refused', 'evaluation.failed', 'evaluation.abandoned');--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_expiry" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "submissions_by_status" ON "submissions" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "submissions_by_author" ON "submissions" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE INDEX "submissions_by_task" ON "submissions" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "submissions_by_experiment" ON "submissions" USING btree ("experiment_id") WHERE experiment_id is not null;--> statement-breakpoint
CREATE INDEX "variants_by_submission" ON "submissions" USING btree ("variant_of") WHERE variant_of is not null;--> statement-breakpoint
CREATE INDEX "submissions_by_word" ON "submissions" USING gin (to_tsvector('simple', regexp_replace("title", '[!-/:-@[-`{-~]', ' ', 'g')));--> statement-breakpoint
CREATE INDEX "submissions_by_predecessor" ON "submissions" USING btree ("supersedes") WHERE supersedes is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_caller_submission_per_content" ON "submissions" USING btree ("release","task_id","input_id") WHERE origin = 'caller';--> statement-breakpoint
CREATE INDEX "tasks_by_resolution" ON "tasks" USING btree ("resolves_at","task_id");--> statement-breakpoint
CREATE INDEX "tasks_by_word" ON "tasks" USING gin (to_tsvector('simple', regexp_replace("question" || ' ' || "options_text", '[!-/:-@[-`{-~]', ' ', 'g')));--> statement-breakpoint
CREATE UNIQUE INDEX "one_verdict_per_reviewer" ON "verdicts" USING btree ("submission_id","reviewer_id");--> statement-breakpoint
CREATE INDEX "keys_by_credential" ON "credential_keys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "keys_by_creator" ON "credential_keys" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "scores_by_bucket" ON "forecast_scores" USING btree ("bucket");--> statement-breakpoint
CREATE INDEX "scores_by_task" ON "forecast_scores" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "scores_by_log" ON "forecast_scores" USING btree ("log","request_id");--> statement-breakpoint
CREATE INDEX "outcomes_by_task" ON "outcomes" USING btree ("task_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_unconfirmed_outcome" ON "outcomes" USING btree ("task_id") WHERE status = 'recorded';--> statement-breakpoint
CREATE UNIQUE INDEX "one_confirmed_outcome" ON "outcomes" USING btree ("task_id") WHERE status = 'confirmed';--> statement-breakpoint
CREATE INDEX "notes_by_task" ON "question_notes" USING btree ("task_id","id");--> statement-breakpoint
CREATE INDEX "totals_by_bucket" ON "score_totals" USING btree ("bucket");--> statement-breakpoint
CREATE INDEX "tags_by_name" ON "tags" USING btree ("tag");--> statement-breakpoint
CREATE INDEX "cases_by_task" ON "evaluation_cases" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "accounts_by_member" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_member" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_by_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "deliveries_by_credential" ON "webhook_deliveries" USING btree ("credential_id","id");--> statement-breakpoint
CREATE INDEX "deliveries_by_next" ON "webhook_deliveries" USING btree ("status","next_at");