import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DividedList } from "#components/ui/divided-list.tsx";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { HELD_THINGS } from "#lib/domain/erasures.ts";
import { countOf, visible } from "#lib/format.ts";

const read = (form: FormData, name: string) => String(form.get(name)).trim();

export function HoldPanel() {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.erasures.holds.queryOptions());
  const set = useMutation(trpc.erasures.setHold.mutationOptions());
  const lift = useMutation(trpc.erasures.liftHold.mutationOptions());
  function send(form: FormData) {
    const thing = form.get("thing") as (typeof HELD_THINGS)[number];
    set.mutate({ thing, subjectId: read(form, "id"), note: read(form, "note") });
  }
  return (
    <Panel title="Legal holds">
      <p>Nothing that a hold covers is erased: a question, or what came with an API key.</p>
      <ErrorAlert title="The holds were not changed" error={set.error ?? lift.error} />
      <DividedList label="Legal holds, newest first">
        {data.map(({ id: holdId, thing, subjectId, setAt, note }) => (
          <li key={holdId}>
            {thing} <code>{subjectId}</code> since {setAt.slice(0, 10)}: {visible(note)}
            <form action={(form) => lift.mutate({ holdId, note: read(form, "note") })}>
              <Group align="end" gap="xs" my="xs">
                <TextInput label="Reason to lift the hold" name="note" required />
                <Button type="submit">Lift hold</Button>
              </Group>
            </form>
          </li>
        ))}
      </DividedList>
      <form action={send}>
        <Group align="end" gap="xs" my="xs">
          <NativeSelect label="Hold on" name="thing" data={[...HELD_THINGS]} />
          <TextInput label="Task id, or id of the API key" name="id" required />
          <TextInput label="Reason of the hold" name="note" required />
          <Button type="submit">Set hold</Button>
        </Group>
      </form>
    </Panel>
  );
}

const RULES = [
  ["submissions_days", "Days to keep ended submissions without approval"],
  ["records_days", "Days to keep records of deliveries and sign-ins"],
] as const;

/** Changes the rules of the retention. The counts of the entered rules are shown before they are saved. */
export function RetentionPanel() {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.erasures.retention.queryOptions());
  const [rules, setRules] = useState(data.rules);
  const preview = useQuery(trpc.erasures.previewRetention.queryOptions(rules));
  const change = useMutation(trpc.erasures.setRetention.mutationOptions());
  return (
    <Panel title="Retention">
      <p>
        The gateway applies the rules every hour. A rule without a number is off; finished webhook deliveries are kept
        for 30 days then.
      </p>
      <ErrorAlert title="The rules were not changed" error={change.error ?? preview.error} />
      <Group align="end" gap="xs" my="xs">
        {RULES.map(([name, label]) => (
          <TextInput
            key={name}
            {...{ type: "number", min: 1, label, value: rules[name] ?? "" }}
            onChange={({ currentTarget }) => setRules({ ...rules, [name]: Number(currentTarget.value) || null })}
          />
        ))}
        <Button disabled={!preview.data} onClick={() => change.mutate(rules)}>
          Save rules
        </Button>
      </Group>
      {preview.data && <p>The entered rules would now remove {countRemoved(preview.data)}.</p>}
      {data.last && (
        <p>
          The last run, on {data.last.at.slice(0, 10)}, removed {countRemoved(data.last)}.
        </p>
      )}
    </Panel>
  );
}

function countRemoved({ submissions, deliveries, sign_ins }: Outputs["erasures"]["previewRetention"]) {
  const records = `${countOf(deliveries, "delivery", "deliveries")} and ${countOf(sign_ins, "sign-in")}`;
  return `${countOf(submissions, "submission")}, ${records}`;
}
