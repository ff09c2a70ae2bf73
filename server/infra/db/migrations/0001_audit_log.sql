-- Appends events to the one chain: hash = SHA-256(previous hash || body), the first after 32 zero bytes. The events come
-- one a line, as canonical JSON, which has no line breaks. The other columns are read out of the body here, so that they
-- cannot say anything else (with U+0000 replaced on the way, which PostgreSQL's json cannot read and no column holds).
--
-- A prediction's opening event is appended only while a binding and an approval are in force; the answer says which of
-- the two are. So the look-ups and the record are one statement, and no opening can be recorded past a revocation.
--
-- The case of an evaluation is opened by the approval of its file: while the evaluation runs, for what stands in the file
-- and has no forecast yet. Where the binding or the approval of the same content was revoked, the file does not stand
-- for it.
--
-- The lock is held until the caller's transaction ends: writers in any number of processes queue up, and none forks. So
-- a transaction calls this in one message with its commit.
CREATE FUNCTION append_events(lines text)
RETURNS TABLE (event_seq bigint, event_hash bytea, bound boolean, approved boolean) LANGUAGE plpgsql AS $$
DECLARE
  last_seq bigint;
  last_hash bytea;
  new record;
BEGIN
  PERFORM pg_advisory_xact_lock(7305112023);
  SELECT events.seq, events.hash INTO last_seq, last_hash FROM events ORDER BY events.seq DESC LIMIT 1;
  IF last_seq IS NULL THEN
    last_seq := 0;
    last_hash := decode(repeat('00', 32), 'hex');
  END IF;
  FOR new IN
    SELECT convert_to(given.line, 'UTF8') AS body, e.*
    FROM string_to_table(lines, E'\n') WITH ORDINALITY AS given (line, place),
         json_to_record(replace(given.line, '\u0000', '\ufffd')::json) AS e (
           at timestamptz, kind text, request_id uuid, actor json, release text, task_id text, input_id text, code text,
           count integer, result json, evaluation_id uuid, case_index integer
         )
    ORDER BY given.place
  LOOP
    event_seq := NULL;
    event_hash := NULL;
    bound := true;
    approved := true;
    IF new.kind = 'prediction.opened' THEN
      bound := EXISTS (
        SELECT FROM bindings b WHERE b.task_id = new.task_id AND b.release = new.release AND b.revoked_at IS NULL
      );
      approved := EXISTS (
        SELECT FROM approvals a WHERE a.input_id = new.input_id AND a.task_id = new.task_id AND a.revoked_at IS NULL
      );
    ELSIF new.kind = 'evaluation.opened' THEN
      bound := EXISTS (
        SELECT FROM evaluation_cases c JOIN evaluations e ON e.id = c.evaluation_id
        WHERE c.evaluation_id = new.evaluation_id AND c.index = new.case_index AND c.request_id IS NULL
          AND c.task_id = new.task_id AND c.input_id = new.input_id
          AND e.release = new.release AND e.status = 'running'
      );
      approved := NOT EXISTS (
        SELECT FROM bindings b WHERE b.task_id = new.task_id AND b.release = new.release
        HAVING count(*) > 0 AND count(*) = count(b.revoked_at)
      ) AND NOT EXISTS (
        SELECT FROM approvals a WHERE a.input_id = new.input_id AND a.task_id = new.task_id
        HAVING count(*) > 0 AND count(*) = count(a.revoked_at)
      );
    END IF;
    IF bound AND approved THEN
      last_seq := last_seq + 1;
      last_hash := sha256(last_hash || new.body);
      event_seq := last_seq;
      event_hash := last_hash;
      INSERT INTO events (seq, at, kind, request_id, actor_id, release, task_id, input_id, code, count, choice, body, hash)
      VALUES (last_seq, new.at, new.kind, new.request_id, new.actor ->> 'id', new.release, new.task_id, new.input_id,
              new.code, new.count, new.result ->> 'choice', new.body, last_hash);
    END IF;
    RETURN NEXT;
  END LOOP;
END
$$;
--> statement-breakpoint
-- Proves that an audit event could be appended now: takes the lock that this takes, and writes and commits one row. A
-- health check calls it, which must not append an event each time.
CREATE TABLE recording_checks (id integer PRIMARY KEY CHECK (id = 1), at timestamptz NOT NULL);
--> statement-breakpoint
CREATE FUNCTION check_recording() RETURNS void LANGUAGE plpgsql SET lock_timeout = '1500ms' AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7305112023);
  INSERT INTO recording_checks (id, at) VALUES (1, now()) ON CONFLICT (id) DO UPDATE SET at = excluded.at;
END
$$;
--> statement-breakpoint
-- Only the transaction that records an archive removes events.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'events' AND current_setting('audit_log.archiving', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'table % is append-only', TG_TABLE_NAME;
END
$$;
--> statement-breakpoint
CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER verdicts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON verdicts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
INSERT INTO database_identity (id) VALUES (gen_random_uuid());
--> statement-breakpoint
CREATE TRIGGER evaluation_verdicts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON evaluation_verdicts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER database_identity_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON database_identity
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
