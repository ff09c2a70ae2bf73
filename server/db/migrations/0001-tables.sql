-- Added in 0.2.0, works with 0.2.0 and later.

-- The migrations of this database. The gateway writes them.
CREATE TABLE "schema_migrations" (
	"name" text PRIMARY KEY NOT NULL,
	"digest" text NOT NULL,
	"added_in" text NOT NULL,
	"works_with" text NOT NULL,
	"columns" text[] NOT NULL
);

CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"task_id" text NOT NULL,
	"input_id" text NOT NULL,
	"submission_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	"revoked_reason" text
);

CREATE TABLE "bindings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"release" text NOT NULL,
	"task_id" text NOT NULL,
	"submission_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	"revoked_reason" text
);

CREATE TABLE "claims" (
	"submission_id" uuid PRIMARY KEY NOT NULL,
	"reviewer_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "database_identity" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"title" text NOT NULL,
	"content" "bytea" NOT NULL,
	"save_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "event_contents" (
	"seq" bigint NOT NULL,
	"field" text NOT NULL,
	"disclosure" text NOT NULL,
	CONSTRAINT "event_contents_seq_field_pk" PRIMARY KEY("seq","field")
);

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
	"choice" smallint,
	"body" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL
);

CREATE TABLE "idempotency_keys" (
	"key_hash" "bytea" PRIMARY KEY NOT NULL,
	"request_digest" "bytea" NOT NULL,
	"request_id" uuid NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "inputs" (
	"input_id" text PRIMARY KEY NOT NULL,
	"canonical" "bytea" NOT NULL,
	"as_of" text NOT NULL,
	"erased_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "log_keys" (
	"database_id" uuid NOT NULL,
	"key_id" text NOT NULL,
	"public_key" text NOT NULL
);

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
	"client" text,
	"own_id" text,
	"author_id" text NOT NULL,
	"supersedes" uuid,
	"batch" uuid,
	"findings" text[] NOT NULL,
	"assigned_to" text,
	"erased_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "tasks" (
	"task_id" text PRIMARY KEY NOT NULL,
	"canonical" "bytea" NOT NULL,
	"question" text NOT NULL,
	"options" text[] NOT NULL,
	"options_text" text NOT NULL,
	"option_order" smallint[],
	"resolves_at" timestamp (3) with time zone NOT NULL,
	"erased_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "verdicts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"submission_id" uuid NOT NULL,
	"reviewer_id" text NOT NULL,
	"binding" text NOT NULL,
	"quality" text NOT NULL,
	"checklist" jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "credential_keys" (
	"key_id" text PRIMARY KEY NOT NULL,
	"credential_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "credential_uses" (
	"credential_id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "credentials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"rate_per_minute" integer,
	"monthly_tokens" bigint,
	"limited_to" text,
	"expires_at" timestamp (3) with time zone,
	"owner_id" text NOT NULL,
	"hand_over_by" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (3) with time zone
);

CREATE TABLE "forecast_scores" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"prediction_id" uuid,
	"task_id" text NOT NULL,
	"input_id" text NOT NULL,
	"caller_id" text,
	"generated_at" timestamp (3) with time zone NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"counts_from" timestamp (3) with time zone NOT NULL,
	"retrospective" boolean NOT NULL,
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
	"base_brier" double precision,
	"base_log" double precision,
	"crowd_brier" double precision,
	"crowd_log" double precision
);

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

CREATE TABLE "question_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"task_id" text NOT NULL,
	"author_id" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "reports" (
	"name" text PRIMARY KEY NOT NULL,
	"engine" integer NOT NULL,
	"seed" integer NOT NULL,
	"through" bigint NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL,
	"due" timestamp (3) with time zone,
	"digest" text NOT NULL,
	"body" "bytea" NOT NULL
);

CREATE TABLE "scored_questions" (
	"task_id" text PRIMARY KEY NOT NULL,
	"outcome_id" uuid NOT NULL,
	"option" text,
	"happened" smallint,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"counts_from" timestamp (3) with time zone NOT NULL,
	"scored" integer NOT NULL,
	"before" integer NOT NULL,
	"late" integer NOT NULL,
	"through" bigint NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"quotes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"worths" jsonb
);

CREATE TABLE "source_aliases" (
	"alias" text PRIMARY KEY NOT NULL,
	"source" text
);

CREATE TABLE "tags" (
	"task_id" text NOT NULL,
	"tag" text NOT NULL,
	"active" boolean NOT NULL,
	CONSTRAINT "tags_task_id_tag_pk" PRIMARY KEY("task_id","tag")
);

CREATE TABLE "evaluation_cases" (
	"evaluation_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"line" integer NOT NULL,
	"set" text NOT NULL,
	"question" text NOT NULL,
	"task_id" text NOT NULL,
	"input_id" text NOT NULL,
	"outcome" text NOT NULL,
	"options" text[],
	"option_order" text[],
	"block" text,
	"references" jsonb,
	"findings" text[] NOT NULL,
	"request_id" uuid,
	"code" text,
	"reason" text,
	CONSTRAINT "evaluation_cases_evaluation_id_index_pk" PRIMARY KEY("evaluation_id","index")
);

CREATE TABLE "evaluation_verdicts" (
	"evaluation_id" uuid NOT NULL,
	"reviewer_id" text NOT NULL,
	"approved" boolean NOT NULL,
	"checklist" jsonb NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "evaluation_verdicts_evaluation_id_reviewer_id_pk" PRIMARY KEY("evaluation_id","reviewer_id")
);

CREATE TABLE "evaluations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"file_name" text NOT NULL,
	"release" text NOT NULL,
	"data_digest" text NOT NULL,
	"cases_digest" text NOT NULL,
	"cases" integer NOT NULL,
	"selection" jsonb,
	"status" text NOT NULL,
	"uploaded_by" text NOT NULL,
	"uploaded_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"report_digest" text,
	"report" "bytea"
);

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
	"valid_until" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

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

CREATE TABLE "members" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"person_address" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"role" text DEFAULT 'researcher' NOT NULL,
	"mail_schedule" text DEFAULT 'soon' NOT NULL,
	"away_until" timestamp (3) with time zone,
	"time_zone" text,
	"disabled_at" timestamp (3) with time zone,
	"disabled_by" text,
	"external_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "members_email_unique" UNIQUE("email"),
	CONSTRAINT "members_person_address_unique" UNIQUE("person_address"),
	CONSTRAINT "members_external_id_unique" UNIQUE("external_id")
);

CREATE TABLE "notices_seen" (
	"member_id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "personal_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"name" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"scopes" text[] NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);

CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"account_id" text,
	"valid_until" timestamp (3) with time zone,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);

CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "last_notices" (
	"recipient" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "pending_notices" (
	"recipient" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "pending_notices_recipient_kind_subject_pk" PRIMARY KEY("recipient","kind","subject")
);

CREATE TABLE "submission_senders" (
	"submission_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	CONSTRAINT "submission_senders_submission_id_credential_id_pk" PRIMARY KEY("submission_id","credential_id")
);

CREATE TABLE "watched_events" (
	"name" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL
);

CREATE TABLE "webhook_attempts" (
	"delivery_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"status" integer,
	"error" text,
	CONSTRAINT "webhook_attempts_delivery_id_number_pk" PRIMARY KEY("delivery_id","number")
);

CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"submission_id" uuid,
	"body" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"next_at" timestamp (3) with time zone
);

CREATE TABLE "webhooks" (
	"owner" text PRIMARY KEY NOT NULL,
	"format" text NOT NULL,
	"shown_url" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"dead_at" timestamp (3) with time zone,
	"dead_status" integer
);

CREATE TABLE "token_usage" (
	"day" date NOT NULL,
	"payer" text NOT NULL,
	"payer_id" text NOT NULL,
	"currency" text NOT NULL,
	"requests" integer NOT NULL,
	"input_tokens" numeric NOT NULL,
	"cached_input_tokens" numeric NOT NULL,
	"output_tokens" numeric NOT NULL,
	"reasoning_tokens" numeric NOT NULL,
	"cost" double precision NOT NULL,
	CONSTRAINT "token_usage_payer_payer_id_day_currency_pk" PRIMARY KEY("payer","payer_id","day","currency")
);

CREATE TABLE "daily_bytes" (
	"holder" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"texts" bigint NOT NULL,
	"files" bigint NOT NULL
);

CREATE TABLE "erasures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"thing" text NOT NULL,
	"subject_id" text NOT NULL,
	"rule" text NOT NULL,
	"status" text NOT NULL,
	"requested_by" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"vacuumed_at" timestamp (3) with time zone
);

CREATE TABLE "holds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"thing" text NOT NULL,
	"subject_id" text NOT NULL,
	"note" text NOT NULL,
	"set_by" text NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL,
	"lifted_at" timestamp (3) with time zone
);

ALTER TABLE "claims" ADD CONSTRAINT "claims_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_task_id_tasks_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("task_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_input_id_inputs_input_id_fk" FOREIGN KEY ("input_id") REFERENCES "public"."inputs"("input_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "verdicts" ADD CONSTRAINT "verdicts_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "credential_keys" ADD CONSTRAINT "credential_keys_credential_id_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "outcomes" ADD CONSTRAINT "outcomes_task_id_tasks_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("task_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "question_notes" ADD CONSTRAINT "question_notes_task_id_tasks_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("task_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "evaluation_cases" ADD CONSTRAINT "evaluation_cases_task_id_tasks_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("task_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "evaluation_cases" ADD CONSTRAINT "evaluation_cases_input_id_inputs_input_id_fk" FOREIGN KEY ("input_id") REFERENCES "public"."inputs"("input_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "evaluation_verdicts" ADD CONSTRAINT "evaluation_verdicts_evaluation_id_evaluations_id_fk" FOREIGN KEY ("evaluation_id") REFERENCES "public"."evaluations"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_members_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "notices_seen" ADD CONSTRAINT "notices_seen_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "personal_tokens" ADD CONSTRAINT "personal_tokens_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_members_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "submission_senders" ADD CONSTRAINT "submission_senders_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "one_approval_in_force" ON "approvals" USING btree ("input_id","task_id") WHERE revoked_at is null;
CREATE INDEX "approvals_by_end" ON "approvals" USING btree ("expires_at") WHERE revoked_at is null and expires_at is not null;
CREATE INDEX "approvals_by_task" ON "approvals" USING btree ("task_id");
CREATE UNIQUE INDEX "one_binding_in_force" ON "bindings" USING btree ("task_id","release") WHERE revoked_at is null;
CREATE INDEX "bindings_by_end" ON "bindings" USING btree ("expires_at") WHERE revoked_at is null and expires_at is not null;
CREATE INDEX "drafts_by_member" ON "drafts" USING btree ("member_id","updated_at");
CREATE INDEX "events_by_kind" ON "events" USING btree ("kind","at","seq");
CREATE INDEX "events_by_request" ON "events" USING btree ("request_id") WHERE request_id is not null;
CREATE INDEX "events_by_actor_id" ON "events" USING btree ("actor_id","kind","at","seq") WHERE "actor_id" is not null and kind not in ('prediction.opened', 'candidate.opened', 'evaluation.opened');
CREATE INDEX "events_by_task_id" ON "events" USING btree ("task_id","kind","at","seq") WHERE "task_id" is not null and kind not in ('prediction.opened', 'candidate.opened', 'evaluation.opened');
CREATE INDEX "events_by_code" ON "events" USING btree ("code","kind","at","seq") WHERE "code" is not null and kind not in ('prediction.opened', 'candidate.opened', 'evaluation.opened');
CREATE INDEX "changes_in_order" ON "events" USING btree ("seq","kind") WHERE kind not in ('prediction.opened', 'prediction.answered', 'prediction.failed', 'prediction.refused', 'prediction.abandoned', 'candidate.opened', 'candidate.answered', 'candidate.failed', 'candidate.refused', 'candidate.abandoned', 'evaluation.opened', 'evaluation.answered', 'evaluation.failed', 'evaluation.refused', 'evaluation.abandoned');
CREATE INDEX "idempotency_keys_by_expiry" ON "idempotency_keys" USING btree ("expires_at");
CREATE UNIQUE INDEX "one_row_per_log_key" ON "log_keys" USING btree ("database_id","key_id");
CREATE INDEX "submissions_by_status" ON "submissions" USING btree ("status","created_at");
CREATE INDEX "submissions_by_decision" ON "submissions" USING btree ("updated_at") WHERE status in ('approved', 'changes_requested', 'rejected') and origin <> 'first_start';
CREATE INDEX "submissions_by_author" ON "submissions" USING btree ("author_id","created_at");
CREATE INDEX "submissions_by_task" ON "submissions" USING btree ("task_id");
CREATE INDEX "submissions_by_own_id" ON "submissions" USING btree ("own_id") WHERE own_id is not null;
CREATE INDEX "submissions_by_word" ON "submissions" USING gin (to_tsvector('simple', regexp_replace(normalize(regexp_replace("title", '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'), NFKC), '[!-/:-@[-`{-~]', ' ', 'g')));
CREATE INDEX "submissions_by_predecessor" ON "submissions" USING btree ("supersedes") WHERE supersedes is not null;
CREATE UNIQUE INDEX "one_caller_submission_per_content" ON "submissions" USING btree ("release","task_id","input_id") WHERE origin in ('caller', 'agent') and supersedes is null;
CREATE INDEX "tasks_by_resolution" ON "tasks" USING btree ("resolves_at","task_id");
CREATE INDEX "tasks_by_option" ON "tasks" USING gin ("options");
CREATE INDEX "tasks_by_word" ON "tasks" USING gin (to_tsvector('simple', regexp_replace(normalize(regexp_replace("question" || ' ' || "options_text", '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'), NFKC), '[!-/:-@[-`{-~]', ' ', 'g')));
CREATE UNIQUE INDEX "one_verdict_per_reviewer" ON "verdicts" USING btree ("submission_id","reviewer_id");
CREATE INDEX "keys_by_credential" ON "credential_keys" USING btree ("credential_id");
CREATE INDEX "keys_by_creator" ON "credential_keys" USING btree ("created_by");
CREATE INDEX "scores_by_task" ON "forecast_scores" USING btree ("task_id","request_id");
CREATE INDEX "scores_by_log" ON "forecast_scores" USING btree ("log","request_id");
CREATE INDEX "scores_by_start" ON "forecast_scores" USING btree ("counts_from");
CREATE INDEX "outcomes_by_task" ON "outcomes" USING btree ("task_id","id");
CREATE UNIQUE INDEX "one_unconfirmed_outcome" ON "outcomes" USING btree ("task_id") WHERE status = 'recorded';
CREATE UNIQUE INDEX "one_confirmed_outcome" ON "outcomes" USING btree ("task_id") WHERE status = 'confirmed';
CREATE INDEX "notes_by_task" ON "question_notes" USING btree ("task_id","id");
CREATE INDEX "tags_by_name" ON "tags" USING btree ("tag");
CREATE INDEX "cases_by_task" ON "evaluation_cases" USING btree ("task_id");
CREATE INDEX "accounts_by_member" ON "accounts" USING btree ("user_id");
CREATE UNIQUE INDEX "one_account_per_subject" ON "accounts" USING btree ("provider_id","account_id");
CREATE INDEX "personal_tokens_by_member" ON "personal_tokens" USING btree ("member_id");
CREATE INDEX "sessions_by_member" ON "sessions" USING btree ("user_id");
CREATE INDEX "sessions_by_account" ON "sessions" USING btree ("account_id");
CREATE INDEX "verifications_by_identifier" ON "verifications" USING btree ("identifier");
CREATE INDEX "deliveries_by_owner" ON "webhook_deliveries" USING btree ("owner","id");
CREATE INDEX "deliveries_by_next" ON "webhook_deliveries" USING btree ("status","next_at");
CREATE INDEX "usage_by_day" ON "token_usage" USING btree ("day");
