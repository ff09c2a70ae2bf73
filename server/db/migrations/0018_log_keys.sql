CREATE TABLE "log_keys" (
	"database_id" uuid NOT NULL,
	"key_id" text NOT NULL,
	"public_key" text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "one_row_per_log_key" ON "log_keys" USING btree ("database_id","key_id");
