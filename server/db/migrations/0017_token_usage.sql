CREATE TABLE "token_usage" (
	"day" date NOT NULL,
	"payer" text NOT NULL,
	"payer_id" text NOT NULL,
	"currency" text NOT NULL,
	"requests" integer NOT NULL,
	"input_tokens" bigint NOT NULL,
	"cached_input_tokens" bigint NOT NULL,
	"output_tokens" bigint NOT NULL,
	"cost" double precision NOT NULL,
	CONSTRAINT "token_usage_payer_payer_id_day_currency_pk" PRIMARY KEY("payer","payer_id","day","currency")
);
