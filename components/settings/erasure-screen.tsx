"use client";

import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { IconEraser } from "@tabler/icons-react";
import { useMutation, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DataTable } from "#components/ui/data-table.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { ListPage } from "#components/ui/list-page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { ERASED_THINGS, ERASURE_RULES, type ErasureRule } from "#lib/domain/erasures.ts";
import { visible } from "#lib/format.ts";
import { HoldPanel, RetentionPanel } from "./retention-panels.tsx";

export function ErasureScreen({ readerId }: { readonly readerId: string }) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.erasures.list.queryOptions());
  const confirm = useMutation(trpc.erasures.confirm.mutationOptions());
  const withdraw = useMutation(trpc.erasures.withdraw.mutationOptions());
  return (
    <ListPage
      title="Erasure"
      about="The audit log proves that a text existed and who erased it. Another administrator confirms each request; a lone administrator waits 24 hours."
      empty={data.length === 0 && <Empty title="No erasures yet" icon={IconEraser} />}
      news={<ErrorAlert title="Nothing was changed" error={confirm.error ?? withdraw.error} />}
      footer={[
        <FindPanel key="find" />,
        <RequestPanel key="request" />,
        <HoldPanel key="hold" />,
        <RetentionPanel key="retention" />,
      ]}
    >
      <DataTable
        label="Erasures, newest first"
        rows={data}
        keyOf={({ id }) => id}
        fold="named"
        columns={[
          { name: "Id", isName: true, show: ({ subjectId }) => <code>{subjectId}</code> },
          { name: "What", show: ({ thing, rule }) => `${thing}, rule ${rule}` },
          { name: "Requested by", show: ({ requester }) => requester },
          { name: "Requested", show: ({ requestedAt }) => <TimeText exact at={requestedAt} /> },
          { name: "State", show: ({ status, dueAt }) => `${status.replace("_", " ")}${dueAt ? `, due ${dueAt}` : ""}` },
          {
            name: "Actions",
            show: ({ id: erasureId, status, requestedBy }) =>
              status === "requested" && (
                <Group gap={4}>
                  <Button size="compact-xs" variant="default" onClick={() => withdraw.mutate({ erasureId })}>
                    Withdraw
                  </Button>
                  {requestedBy !== readerId && (
                    <Button size="compact-xs" color="bad" onClick={() => confirm.mutate({ erasureId })}>
                      Confirm and erase
                    </Button>
                  )}
                </Group>
              ),
          },
        ]}
      />
    </ListPage>
  );
}

function FindPanel() {
  const trpc = useTRPC();
  const [text, setText] = useState("");
  const [sought, setSought] = useState("");
  const { data, error } = useQuery(trpc.erasures.find.queryOptions({ text: sought }, { enabled: sought !== "" }));
  return (
    <Panel title="Find a text or a person">
      <Group align="end" gap="xs" mt="xs">
        <TextInput
          label="Text, name or address"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button variant="default" onClick={() => setSought(text.trim())}>
          Find
        </Button>
      </Group>
      <ErrorAlert title="The search failed" error={error} />
      {data?.length === 0 && <p>The text was not found.</p>}
      {data?.map(({ table, column, count, ids }) => (
        <p key={`${table} ${column}`}>
          {table}, {column}: {count} ({ids.join(", ")})
        </p>
      ))}
    </Panel>
  );
}

function RequestPanel() {
  const request = useMutation(useTRPC().erasures.request.mutationOptions());
  function send(form: FormData) {
    const thing = form.get("thing") as (typeof ERASED_THINGS)[number];
    request.mutate({ thing, subjectId: String(form.get("id")).trim(), rule: form.get("rule") as ErasureRule });
  }
  const others = request.data?.others ?? [];
  return (
    <Panel title="Request an erasure">
      <p>An erasure cannot be undone. Drafts that contain the question or an observation are erased too.</p>
      <p>
        The id of an observation is the id of the input, a slash and the number of the observation. It is erased for all
        submissions with this input.
      </p>
      <form action={send}>
        <Group align="end" gap="xs" mt="xs">
          <NativeSelect label="Type" name="thing" data={[...ERASED_THINGS]} />
          <TextInput label="Id" name="id" required />
          <NativeSelect
            label="Reason"
            name="rule"
            data={Object.entries(ERASURE_RULES).map(([value, label]) => ({ value, label }))}
          />
          <Button type="submit" color="bad" loading={request.isPending}>
            Request erasure
          </Button>
        </Group>
      </form>
      <ErrorAlert title="Nothing was requested" error={request.error} />
      {others.length > 0 && (
        <p>Other submissions share the task or the input, whose text stays until they are erased:</p>
      )}
      {others.map(({ id, title }) => (
        <p key={id}>
          <code>{id}</code> {visible(title)}
        </p>
      ))}
    </Panel>
  );
}
