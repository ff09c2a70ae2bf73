CREATE TABLE "submission_senders" (
	"submission_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	CONSTRAINT "submission_senders_submission_id_credential_id_pk" PRIMARY KEY("submission_id","credential_id")
);
--> statement-breakpoint
ALTER TABLE "submission_senders" ADD CONSTRAINT "submission_senders_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;
