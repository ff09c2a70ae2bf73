-- Appends events to the one chain: hash = SHA-256(previous hash || body), the first after 32 zero bytes. A body is the
-- canonical JSON of an event; the other columns are read out of it here, so that they cannot say anything else (with
-- U+0000 replaced on the way, which PostgreSQL's json cannot read and no column holds).
-- The lock is held until the caller's transaction ends: writers in any number of processes queue up, and none forks.
CREATE FUNCTION append_events(bodies bytea[]) RETURNS TABLE (event_seq bigint, event_hash bytea) LANGUAGE plpgsql AS $$
DECLARE
  last_seq bigint;
  last_hash bytea;
  body bytea;
  hashes bytea[] := '{}';
BEGIN
  PERFORM pg_advisory_xact_lock(7305112023);
  SELECT events.seq, events.hash INTO last_seq, last_hash FROM events ORDER BY events.seq DESC LIMIT 1;
  IF last_seq IS NULL THEN
    last_seq := 0;
    last_hash := decode(repeat('00', 32), 'hex');
  END IF;
  FOREACH body IN ARRAY bodies LOOP
    last_hash := sha256(last_hash || body);
    hashes := hashes || last_hash;
  END LOOP;
  RETURN QUERY
    INSERT INTO events (seq, at, kind, request_id, actor_id, release, task_id, input_id, code, body, hash)
    SELECT last_seq + new.place, e.at, e.kind, e.request_id, e.actor ->> 'id', e.release, e.task_id, e.input_id, e.code,
           new.body, new.hash
    FROM unnest(bodies, hashes) WITH ORDINALITY AS new (body, hash, place),
         json_to_record(replace(convert_from(new.body, 'UTF8'), '\u0000', '\ufffd')::json) AS e (
           at timestamptz, kind text, request_id uuid, actor json, release text, task_id text, input_id text, code text
         )
    RETURNING seq, hash;
END
$$;
--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'table % is append-only', TG_TABLE_NAME;
END
$$;
--> statement-breakpoint
CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER verdicts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON verdicts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
