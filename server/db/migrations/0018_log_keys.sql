CREATE TABLE "log_keys" (
	"database_id" uuid NOT NULL,
	"key_id" text NOT NULL,
	"public_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "log_keys_database_id_key_id_pk" PRIMARY KEY("database_id","key_id")
);
