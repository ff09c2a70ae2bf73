"use client";

import { Button, Group, JsonInput, Stack } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useKeyedRun } from "#components/submissions/use-keyed-run.ts";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Link } from "#components/ui/link.tsx";
import { routes } from "#lib/console/routes.ts";

/** Sends a request in the name of the signed-in member and shows the response. */
export function TryIt({ request }: { readonly request: string }) {
  const [text, setText] = useState(request);
  const send = useMutation({ mutationFn: useKeyedRun() });
  return (
    <Stack gap="xs">
      <JsonInput
        label="Request"
        description="The request is sent in your name, without an API key. The forecast is recorded like any other."
        value={text}
        onChange={setText}
        minRows={6}
        maxRows={18}
        autosize
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--mono)", fontSize: 12 } }}
      />
      <Group gap="sm">
        <Button leftSection={<Icon of={IconPlayerPlay} />} loading={send.isPending} onClick={() => send.mutate(text)}>
          Send
        </Button>
        {send.data !== undefined && <Link href={routes.forecast(send.data.request_id)}>Open forecast</Link>}
      </Group>
      <ErrorAlert title="The request was refused" error={send.error} />
      {send.data !== undefined && (
        <CodeBlock text={JSON.stringify(send.data, null, 2)} what="response" label="Response to your request" />
      )}
    </Stack>
  );
}
