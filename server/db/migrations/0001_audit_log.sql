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
