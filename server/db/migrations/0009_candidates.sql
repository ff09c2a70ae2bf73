CREATE TABLE "candidate_scores" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"prediction_id" uuid NOT NULL,
	"task_id" text NOT NULL,
	"input_id" text NOT NULL,
	"generated_at" timestamp (3) with time zone NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"counts_from" timestamp (3) with time zone NOT NULL,
	"retrospective" boolean NOT NULL,
	"version" text NOT NULL,
	"probabilities" double precision[] NOT NULL,
	"happened" smallint NOT NULL,
	"option" text NOT NULL,
	"choice" text NOT NULL,
	"brier" double precision NOT NULL,
	"log" double precision NOT NULL
);
--> statement-breakpoint
DROP INDEX "outcomes_by_request";--> statement-breakpoint
DROP INDEX "changes_in_order";--> statement-breakpoint
CREATE INDEX "candidate_scores_by_task" ON "candidate_scores" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "candidates_by_task" ON "events" USING btree ("task_id","seq") WHERE kind = 'candidate.answered';--> statement-breakpoint
CREATE INDEX "outcomes_by_request" ON "events" USING btree ("request_id") WHERE kind not in ('prediction.opened', 'candidate.opened', 'evaluation.opened');--> statement-breakpoint
CREATE INDEX "changes_in_order" ON "events" USING btree ("seq","kind") WHERE kind not in ('prediction.opened', 'prediction.answered', 'prediction.refused', 'prediction.failed', 'prediction.abandoned', 'candidate.opened', 'candidate.answered', 'candidate.refused', 'candidate.failed', 'candidate.abandoned', 'evaluation.opened', 'evaluation.answered', 'evaluation.refused', 'evaluation.failed', 'evaluation.abandoned');
--> statement-breakpoint
-- As in 0004_clock_steps.sql. The opening event of a candidate's answer requires a binding and an approval, like that of
-- a prediction.
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
      )::integer + 2 * EXISTS (
        SELECT FROM approvals a WHERE a.input_id = parts[7] AND a.task_id = parts[6] AND a.revoked_at IS NULL
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
