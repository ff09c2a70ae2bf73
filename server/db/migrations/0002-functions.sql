-- Added in 0.2.0, works with 0.2.0 and later.

INSERT INTO database_identity (id) VALUES (gen_random_uuid());

-- Tables without UPDATE, DELETE and TRUNCATE. Only the transaction that records an archive removes events. The contents
-- of events can be erased, but not changed. An erasure replaces the notes of verdicts.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'events' AND current_setting('audit_log.archiving', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'verdicts' AND current_setting('audit_log.erasing', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'table % is append-only', TG_TABLE_NAME;
END
$$;

CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER event_contents_unchanged BEFORE UPDATE OR TRUNCATE ON event_contents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER verdicts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON verdicts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER evaluation_verdicts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON evaluation_verdicts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER database_identity_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON database_identity
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Health checks call check_recording() instead of appending an event. It takes the lock of append_events() and commits
-- one row, which proves that an event could be appended now.
CREATE TABLE recording_checks (id integer PRIMARY KEY CHECK (id = 1), at timestamptz NOT NULL);

CREATE FUNCTION check_recording() RETURNS void LANGUAGE plpgsql SET lock_timeout = '1500ms' AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7305112023);
  INSERT INTO recording_checks (id, at) VALUES (1, now()) ON CONFLICT (id) DO UPDATE SET at = excluded.at;
END
$$;

-- Adds the usage of a forecast, or of a test of the model, to the totals of its payer.
CREATE FUNCTION count_tokens(day date, payer text, payer_id text, usage json) RETURNS void LANGUAGE sql AS $$
  INSERT INTO token_usage AS t (
    day, payer, payer_id, currency, requests, input_tokens, cached_input_tokens, output_tokens, reasoning_tokens, cost
  ) VALUES (
    day, payer, payer_id, coalesce(usage #>> '{cost,currency}', ''), 1, (usage ->> 'input_tokens')::numeric,
    (usage ->> 'cached_input_tokens')::numeric, (usage ->> 'output_tokens')::numeric,
    (usage ->> 'reasoning_tokens')::numeric, coalesce((usage #>> '{cost,amount}')::double precision, 0)
  )
  ON CONFLICT (payer, payer_id, day, currency) DO UPDATE SET
    requests = t.requests + 1,
    input_tokens = t.input_tokens + excluded.input_tokens,
    cached_input_tokens = t.cached_input_tokens + excluded.cached_input_tokens,
    output_tokens = t.output_tokens + excluded.output_tokens,
    reasoning_tokens = t.reasoning_tokens + excluded.reasoning_tokens,
    cost = t.cost + excluded.cost
$$;

-- Appends events to the hash chain: hash = SHA-256(previous hash || body); the previous hash of the first event is 32
-- zero bytes. Each line is one event: the values of its columns, its body and its contents, separated by tabs. An empty
-- value is null. The body is canonical JSON, which contains neither tabs nor line breaks. The contents are a JSON object
-- of disclosures by field. Extracting the columns from the body here would
-- take a fifth of the time of an append; verification compares them with the body.
--
-- An opening event of a prediction or of the candidate is appended only while a binding and an approval are active. A row
-- that has expired counts as missing, by the time of the event or by the clock of the database, because the clock of a
-- gateway may be behind. The result has one digit per event: 1 for the binding, plus 2 for the approval. The look-ups and
-- the append are one statement, so no opening event is appended after a revocation.
--
-- The approval of its file approves a case of an evaluation: its opening event is appended while the evaluation runs and
-- the case has no forecast, unless a binding or an approval of the same content was revoked.
--
-- The usage of a language model in an event is added to token_usage in the same transaction, so each event counts once.
--
-- The lock is held until the caller's transaction ends, so concurrent writers queue up and the chain never forks. A
-- transaction therefore calls this function in one message with its commit.
CREATE FUNCTION append_events(lines text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  line text;
  parts text[];
  body bytea;
  state integer;
  states text := '';
  event json;
  payer text;
  last_seq bigint;
  last_hash bytea;
  added events[];
  added_contents event_contents[];
BEGIN
  PERFORM pg_advisory_xact_lock(7305112023);
  SELECT e.seq, e.hash INTO last_seq, last_hash FROM events e ORDER BY e.seq DESC LIMIT 1;
  IF last_seq IS NULL THEN
    last_seq := 0;
    last_hash := decode(repeat('00', 32), 'hex');
  END IF;
  FOREACH line IN ARRAY string_to_array(lines, E'\n') LOOP
    -- at, kind, request_id, actor_id, release, task_id, input_id, code, count, choice, evaluation_id, case_index, body, contents
    parts := string_to_array(line, E'\t', '');
    IF cardinality(parts) <> 14 THEN
      RAISE EXCEPTION 'an event has % parts instead of 14', cardinality(parts);
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
      -- In the order of the table's columns.
      added := added || ROW(
        last_seq, parts[1]::timestamptz, parts[2], parts[3]::uuid, parts[4], parts[5], parts[6], parts[7], parts[8],
        parts[9]::integer, parts[10]::smallint, body, last_hash
      )::events;
      IF position('"usage":{' IN parts[13]) > 0 THEN
        event := parts[13]::json;
        IF event -> 'usage' IS NOT NULL THEN
          payer := CASE
            WHEN parts[11] IS NOT NULL THEN 'evaluation'
            WHEN parts[2] LIKE 'candidate.%' THEN 'candidate'
            ELSE event #>> '{actor,type}'
          END;
          PERFORM count_tokens(left(parts[1], 10)::date, payer, coalesce(parts[11], parts[4]), event -> 'usage');
        END IF;
      END IF;
      IF parts[14] IS NOT NULL THEN
        added_contents := added_contents || ARRAY(
          SELECT ROW(last_seq, key, value)::event_contents FROM json_each_text(parts[14]::json)
        );
      END IF;
    END IF;
  END LOOP;
  -- One statement for all events: it costs as much as for a few rows.
  INSERT INTO events SELECT * FROM unnest(added);
  IF added_contents IS NOT NULL THEN
    INSERT INTO event_contents SELECT * FROM unnest(added_contents);
  END IF;
  RETURN states;
END
$$;

-- Replaces the option ids of a task in all columns that name one; in cases of evaluations only if with_cases.
CREATE FUNCTION rename_options(task text, old text[], new text[], with_cases boolean) RETURNS void LANGUAGE sql AS $$
  UPDATE forecast_scores SET option = new[array_position(old, option)], choice = new[array_position(old, choice)]
    WHERE task_id = task;
  UPDATE scored_questions SET option = new[array_position(old, option)] WHERE task_id = task;
  UPDATE outcomes SET option = new[array_position(old, option)] WHERE task_id = task;
  UPDATE submissions SET options = array(
    SELECT new[array_position(old, one)] FROM unnest(options) WITH ORDINALITY AS u(one, place) ORDER BY place
  ) WHERE task_id = task;
  UPDATE evaluation_cases SET outcome = new[array_position(old, outcome)],
    options = CASE WHEN options IS NOT NULL THEN array(
      SELECT new[array_position(old, one)] FROM unnest(options) WITH ORDINALITY AS u(one, place) ORDER BY place
    ) END,
    option_order = CASE WHEN option_order IS NOT NULL THEN array(
      SELECT new[array_position(old, one)] FROM unnest(option_order) WITH ORDINALITY AS u(one, place) ORDER BY place
    ) END
    WHERE task_id = task AND with_cases;
  UPDATE tasks SET options = new WHERE task_id = task;
$$;

-- The parameters of erase_content(): the tasks and inputs whose texts go; the submissions, note or member that is erased;
-- the address of the member; the notice that readers see; texts in drafts that go; and, if one observation is erased, the
-- input with a notice in its place. Then the titles, notes and questions of the input stay.
CREATE TYPE erase_parameters AS (
  erasure uuid, at timestamptz, actor text, words text, tasks text[], inputs text[], submissions text[], note_id text,
  member text, address text, phrases text[], remaining text
);

-- Erases in the tables of HELD_CONTENT, and returns entries of lists of the event: contents of events first, because they
-- are found by rows that go later, and tasks last, because other tables name their options.
CREATE FUNCTION erase_content(p erase_parameters) RETURNS SETOF text[] LANGUAGE plpgsql AS $$
DECLARE
  task tasks;
BEGIN
  IF cardinality(p.submissions || p.inputs) = 0 AND p.note_id IS NULL AND p.member IS NULL THEN
    RETURN; -- A run of the retention that removed only records. The search below reads the whole log.
  END IF;
  PERFORM set_config('audit_log.erasing', 'on', true);
  RETURN QUERY delete from event_contents c using (
    select seq, kind, actor_id, task_id, input_id,
      case when kind not like 'prediction.%' then convert_from(body, 'UTF8')::json end as said
    from events
  ) e where e.seq = c.seq and c.field <> 'decision' and (
    e.task_id = any(p.tasks) or (e.input_id = any(p.inputs) and (p.remaining is null or e.kind like 'prediction.%'))
    or (e.kind = 'review.decided' and e.said ->> 'submission_id' = any(p.submissions))
    or (e.kind = 'question.noted' and e.said ->> 'note_id' = p.note_id)
    or (e.kind in ('hold.set', 'hold.lifted') and e.said ->> 'hold_id' = p.note_id)
    or (e.kind = 'outcome.recorded' and c.field = 'note' and e.said ->> 'outcome_id' = p.note_id)
    or (e.kind = 'review.decided' and exists (select from verdicts v where v.id::text = p.note_id
      and v.reviewer_id = e.actor_id and v.submission_id::text = e.said ->> 'submission_id'))
    or (e.kind in ('member.added', 'member.renamed', 'member.linked', 'token.issued')
      and e.said ->> 'member_id' = p.member)
    or (e.kind in ('member.invited', 'member.invitation_revoked') and exists (select from invitations i
      where i.id::text = e.said ->> 'invitation_id' and (i.member_id = p.member or i.email = p.address)))
  ) returning array[case when e.kind like 'prediction.%' then '' else 'removed' end, c.seq || '/' || c.field];
  delete from drafts where member_id = p.member;
  delete from drafts using unnest(p.phrases) phrase where position(phrase in convert_from(content, 'UTF8')) > 0;
  RETURN QUERY update submissions set status = 'withdrawn'
    where p.remaining is not null and input_id = any(p.inputs) and status = 'submitted' returning array['withdrawn', id::text];
  RETURN QUERY with open as (select id from submissions where id::text = any(p.submissions) and status = 'submitted')
    update submissions t set erased_by = p.erasure, title = p.words, note = '', own_id = null, client = null,
      status = case status when 'submitted' then 'withdrawn' else status end where t.id::text = any(p.submissions)
    returning array[case when t.id in (select id from open) then 'withdrawn' else '' end, t.id::text];
  update verdicts set note = p.words where (submission_id::text = any(p.submissions) and note <> '') or id::text = p.note_id;
  RETURN QUERY update bindings set revoked_at = coalesce(revoked_at, p.at), revoked_by = coalesce(revoked_by, p.actor),
    revoked_reason = case revoked_reason when '' then '' else p.words end
    where task_id = any(p.tasks)
    returning array[case when revoked_at = p.at then 'bindings' else '' end, id::text];
  RETURN QUERY update approvals set revoked_at = coalesce(revoked_at, p.at), revoked_by = coalesce(revoked_by, p.actor),
    revoked_reason = case when revoked_reason = '' or p.remaining <> '' then coalesce(revoked_reason, p.words) else p.words end
    where (task_id = any(p.tasks) or input_id = any(p.inputs))
    returning array[case when revoked_at = p.at then 'approvals' else '' end, id::text];
  update outcomes set source = case when task_id = any(p.tasks) then p.words else source end, note = p.words
    where task_id = any(p.tasks) or id::text = p.note_id;
  update question_notes set text = p.words where task_id = any(p.tasks) or id::text = p.note_id;
  update holds set note = p.words where id::text = p.note_id;
  delete from tags where task_id = any(p.tasks);
  update scored_questions s set worths = null, quotes = coalesce((select jsonb_agg(q order by place)
    from jsonb_array_elements(quotes) with ordinality as quoted(q, place)
    where s.task_id <> all(p.tasks) and q ->> 'inputId' <> all(p.inputs)), '[]')
    where exists (select from approvals a where a.task_id = s.task_id and (task_id = any(p.tasks) or input_id = any(p.inputs)));
  delete from reports where cardinality(p.tasks || p.inputs) > 0;
  update evaluations set report = null, report_digest = null
    where id in (select evaluation_id from evaluation_cases where task_id = any(p.tasks));
  update evaluation_cases set "set" = '', question = p.words, block = null, "references" = null
    where task_id = any(p.tasks);
  delete from webhook_deliveries where submission_id::text = any(p.submissions)
    or exists (select from unnest(p.tasks || p.inputs) id where position(id in body) > 0);
  delete from pending_notices where recipient = p.member or subject = any(p.tasks || p.submissions)
    or subject in (select seq::text from events e where e.task_id = any(p.tasks));
  update personal_tokens set name = p.words where member_id = p.member;
  delete from sessions where user_id = p.member;
  delete from accounts where user_id = p.member;
  delete from verifications where position(p.address in identifier || value) > 0;
  update invitations set email = '' where member_id = p.member or email = p.address;
  update members set name = 'Erased member', email = 'erased-' || lower(id) || '@erased.invalid',
    person_address = 'erased ' || id, external_id = null, image = null, time_zone = null
    where id = p.member;
  update inputs set erased_by = p.erasure, canonical = convert_to(coalesce(p.remaining, '{"as_of":"' || as_of || '","context":[{"observed_at":"'
    || as_of || '","text":"' || p.words || '","type":"text"}]}'), 'UTF8') where input_id = any(p.inputs);
  FOR task IN SELECT * FROM tasks WHERE task_id = any(p.tasks) LOOP
    PERFORM rename_options(task.task_id, task.options, (
      SELECT array_agg('erased-' || lpad(i::text, 3, '0') ORDER BY i) FROM generate_series(1, cardinality(task.options)) i
    ), true);
  END LOOP;
  update tasks set erased_by = p.erasure, question = p.words, options_text = array_to_string(options, E'\n'),
    canonical = convert_to('{"criteria":{"' || array_to_string(options, '":null,"') || '":null},"instructions":"' || p.words
    || '","resolution":{"criteria":"' || p.words || '","resolves_at":"'
    || to_char(resolves_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"},"type":"choice"}', 'UTF8') where task_id = any(p.tasks);
  update pgboss.job set output = null where output is not null and state > 'active';
END
$$;

-- The submissions that active legal holds cover: those of the question, or those whose task and input came with the API
-- key. A row may be repeated. Joins instead of conditions, so that a plan may start with the holds or with the submissions.
CREATE FUNCTION held() RETURNS TABLE (hold_id uuid, id uuid, task_id text, input_id text) LANGUAGE sql STABLE AS $$
  SELECT h.id AS hold_id, s.id, s.task_id, s.input_id FROM holds h JOIN submissions s ON s.task_id = h.subject_id
    WHERE h.lifted_at IS NULL AND h.thing = 'question'
  UNION ALL SELECT h.id, s.id, s.task_id, s.input_id FROM holds h JOIN submissions s ON s.author_id = h.subject_id
    WHERE h.lifted_at IS NULL AND h.thing = 'key'
  UNION ALL SELECT h.id, s.id, s.task_id, s.input_id FROM holds h JOIN submission_senders f ON f.credential_id = h.subject_id
    JOIN submissions s ON s.id = f.submission_id WHERE h.lifted_at IS NULL AND h.thing = 'key'
  UNION ALL SELECT h.id, s.id, s.task_id, s.input_id FROM holds h JOIN events e ON e.actor_id = h.subject_id
    AND e.kind NOT IN ('prediction.opened', 'candidate.opened', 'evaluation.opened')
    JOIN submissions s ON s.task_id = e.task_id AND s.input_id = e.input_id
    WHERE h.lifted_at IS NULL AND h.thing = 'key'
$$;

-- Returns the day since which a hold covers the question or one of its submissions; null if none does.
CREATE FUNCTION held_since(task text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(min(set_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD') FROM holds WHERE lifted_at IS NULL
    AND (subject_id = task OR id IN (SELECT hold_id FROM held() WHERE task_id = task))
$$;

-- Whether a question or an API key has this id. The key of GATEWAY_API_KEY has a row only after its first use.
CREATE FUNCTION can_be_held(thing text, id text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE $1 WHEN 'question' THEN EXISTS (SELECT FROM tasks WHERE task_id = $2) ELSE
    EXISTS (SELECT FROM credentials c WHERE c.id::text = $2)
    OR EXISTS (SELECT FROM credential_uses WHERE credential_id = $2)
  END
$$;

-- Returns the oldest hold that refuses an erasure. A hold extends to everything that shares a task or an input with a
-- submission that it covers, and to the names of members who acted on such a task.
CREATE FUNCTION find_hold(thing text, ids text[], cut_inputs text[]) RETURNS SETOF holds LANGUAGE sql STABLE AS $$
  WITH concerned AS MATERIALIZED (
    SELECT task_id, input_id FROM submissions WHERE $1 = 'submission' AND id::text = ANY(ids)
    UNION SELECT NULL, unnest(cut_inputs)
    UNION SELECT s.task_id, s.input_id FROM verdicts v JOIN submissions s ON s.id = v.submission_id
      WHERE $1 = 'note' AND v.id::text = ANY(ids)
    UNION SELECT task_id, NULL FROM question_notes WHERE $1 = 'note' AND id::text = ANY(ids)
    UNION SELECT task_id, NULL FROM outcomes WHERE $1 = 'note' AND id::text = ANY(ids)
    UNION SELECT task_id, NULL FROM submissions WHERE $1 = 'member' AND author_id = ANY(ids)
    UNION SELECT task_id, NULL FROM events WHERE $1 = 'member' AND actor_id = ANY(ids) AND task_id IS NOT NULL
      AND kind NOT IN ('prediction.opened', 'candidate.opened', 'evaluation.opened')
  )
  SELECT * FROM holds WHERE lifted_at IS NULL AND (
    (holds.thing = 'question' AND subject_id IN (SELECT task_id FROM concerned))
    OR id IN (
      SELECT hold_id FROM held() WHERE task_id = ANY(ARRAY(SELECT task_id FROM concerned))
      UNION ALL SELECT hold_id FROM held() WHERE input_id = ANY(ARRAY(SELECT input_id FROM concerned))
    )
  ) ORDER BY id LIMIT 1
$$;

-- Returns the submissions that retention removes: they were never approved and ended before the time; no open submission
-- revises them, and neither an evaluation nor a hold needs their task or input.
CREATE FUNCTION retired_submissions(before timestamptz) RETURNS SETOF submissions LANGUAGE sql STABLE AS $$
  WITH needed AS MATERIALIZED (SELECT task_id, input_id FROM held() UNION SELECT task_id, input_id FROM evaluation_cases)
  SELECT * FROM submissions s WHERE status IN ('withdrawn', 'changes_requested', 'rejected') AND erased_by IS NULL
    AND updated_at < before
    AND NOT EXISTS (SELECT FROM submissions r WHERE r.supersedes = s.id AND r.status = 'submitted')
    AND task_id NOT IN (SELECT task_id FROM needed) AND input_id NOT IN (SELECT input_id FROM needed)
$$;

-- Returns the ended webhook deliveries from before the time that no hold covers.
CREATE FUNCTION retired_deliveries(before timestamptz) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  SELECT id FROM webhook_deliveries WHERE status <> 'waiting' AND created_at < before
    AND owner NOT IN (SELECT subject_id FROM holds WHERE lifted_at IS NULL)
    AND (submission_id IS NULL OR submission_id NOT IN (SELECT id FROM held()))
$$;

-- Returns the ids of the sessions and the verifications that expired before the time.
CREATE FUNCTION retired_sign_ins(before timestamptz) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT id FROM sessions WHERE expires_at < before UNION ALL SELECT id FROM verifications WHERE expires_at < before
$$;

-- Counts what the rules of the retention, in days, would remove now. Without a rule for records, it removes the webhook
-- deliveries of more than 30 days.
CREATE FUNCTION count_retired(at timestamptz, submissions_days integer, records_days integer)
RETURNS TABLE (submissions integer, deliveries integer, sign_ins integer) LANGUAGE sql STABLE AS $$
  SELECT (SELECT count(*) FROM retired_submissions(at - submissions_days * interval '24 hours'))::integer,
    (SELECT count(*) FROM retired_deliveries(at - coalesce(records_days, 30) * interval '24 hours'))::integer,
    (SELECT count(*) FROM retired_sign_ins(at - records_days * interval '24 hours'))::integer
$$;

-- Deletes at most 1,000 deliveries and 1,000 sign-ins, and returns their numbers with at most 50 submissions to erase;
-- no row if there is nothing to do. An erasure removes the deliveries of its submissions, so they are counted first.
CREATE FUNCTION retire(at timestamptz, submissions_days integer, records_days integer)
RETURNS TABLE (submissions text[], deliveries integer, sign_ins integer, is_full boolean) LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM webhook_deliveries WHERE id IN (
    SELECT * FROM retired_deliveries(at - coalesce(records_days, 30) * interval '24 hours') LIMIT 1000
  );
  GET DIAGNOSTICS deliveries = ROW_COUNT;
  WITH ended AS MATERIALIZED (
    SELECT id FROM retired_sign_ins(at - records_days * interval '24 hours') AS id LIMIT 1000
  ), signed AS (DELETE FROM sessions WHERE id IN (SELECT id FROM ended) RETURNING 1),
  verified AS (DELETE FROM verifications WHERE id IN (SELECT id FROM ended) RETURNING 1)
  SELECT count(*) INTO sign_ins FROM (SELECT * FROM signed UNION ALL SELECT * FROM verified) AS removed;
  submissions := array(
    SELECT id FROM retired_submissions(at - submissions_days * interval '24 hours') WHERE deliveries < 1000
    ORDER BY updated_at, id LIMIT 50
  );
  is_full := deliveries = 1000 OR sign_ins = 1000 OR cardinality(submissions) = 50;
  IF deliveries + sign_ins + cardinality(submissions) > 0 THEN RETURN NEXT; END IF;
END
$$;
