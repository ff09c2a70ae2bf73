CREATE TABLE "log_keys" (
	"database_id" uuid NOT NULL,
	"key_id" text NOT NULL,
	"public_key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credential_uses" (
	"credential_id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_bytes" (
	"holder" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"texts" bigint NOT NULL,
	"files" bigint NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "one_row_per_log_key" ON "log_keys" USING btree ("database_id","key_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_account_per_subject" ON "accounts" USING btree ("provider_id","account_id");--> statement-breakpoint
ALTER TABLE "credentials" DROP COLUMN "last_used_at";