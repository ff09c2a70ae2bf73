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
ALTER TABLE "credentials" DROP COLUMN "last_used_at";--> statement-breakpoint
-- As in 0016_expiring_approvals.sql, but a binding or an approval has also expired if it has by the clock of the database: the
-- clock of a gateway, which is the time of the event, may be behind.
CREATE OR REPLACE FUNCTION append_events(lines text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  line text;
  parts text[];
  body bytea;
  state integer;
  states text := '';
  last_seq bigint;
  last_hash bytea;
  last_at timestamptz;
  added events[];
BEGIN
  PERFORM pg_advisory_xact_lock(7305112023);
  SELECT e.seq, e.hash, e.at INTO last_seq, last_hash, last_at FROM events e ORDER BY e.seq DESC LIMIT 1;
  IF last_seq IS NULL THEN
    last_seq := 0;
    last_hash := decode(repeat('00', 32), 'hex');
  END IF;
  FOREACH line IN ARRAY string_to_array(lines, E'\n') LOOP
    -- at, kind, request_id, actor_id, release, task_id, input_id, code, count, choice, evaluation_id, case_index, body
    parts := string_to_array(line, E'\t', '');
    IF cardinality(parts) <> 13 THEN
      RAISE EXCEPTION 'an event has % parts instead of 13', cardinality(parts);
    END IF;
    state := 3;
    IF parts[2] IN ('prediction.opened', 'candidate.opened') THEN
      state := EXISTS (
        SELECT FROM bindings b WHERE b.task_id = parts[6] AND b.release = parts[5] AND b.revoked_at IS NULL
          AND (b.expires_at IS NULL OR b.expires_at > greatest(parts[1]::timestamptz, now()))
      )::integer + 2 * EXISTS (
        SELECT FROM approvals a WHERE a.input_id = parts[7] AND a.task_id = parts[6] AND a.revoked_at IS NULL
          AND (a.expires_at IS NULL OR a.expires_at > greatest(parts[1]::timestamptz, now()))
      )::integer;
    ELSIF parts[2] = 'evaluation.opened' THEN
      state := EXISTS (
        SELECT FROM evaluation_cases c JOIN evaluations v ON v.id = c.evaluation_id
        WHERE c.evaluation_id = parts[11]::uuid AND c.index = parts[12]::integer AND c.request_id IS NULL
          AND c.task_id = parts[6] AND c.input_id = parts[7]
          AND v.release = parts[5] AND v.status = 'running'
      )::integer + 2 * (NOT EXISTS (
        SELECT FROM bindings b WHERE b.task_id = parts[6] AND b.release = parts[5]
        HAVING count(*) > 0 AND count(*) = count(b.revoked_at)
      ) AND NOT EXISTS (
        SELECT FROM approvals a WHERE a.input_id = parts[7] AND a.task_id = parts[6]
        HAVING count(*) > 0 AND count(*) = count(a.revoked_at)
      ))::integer;
    END IF;
    states := states || state;
    IF state = 3 THEN
      body := convert_to(parts[13], 'UTF8');
      last_seq := last_seq + 1;
      last_hash := sha256(last_hash || body);
      IF parts[1]::timestamptz < last_at - interval '1 minute' THEN
        INSERT INTO clock_steps (seq) VALUES (last_seq);
      END IF;
      last_at := parts[1]::timestamptz;
      -- In the order of the table's columns.
      added := added || ROW(
        last_seq, parts[1]::timestamptz, parts[2], parts[3]::uuid, parts[4], parts[5], parts[6], parts[7], parts[8],
        parts[9]::integer, parts[10], body, last_hash
      )::events;
    END IF;
  END LOOP;
  -- One statement for all: it costs as much as several rows.
  INSERT INTO events SELECT * FROM unnest(added);
  RETURN states;
END
$$;
