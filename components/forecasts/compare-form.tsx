"use client";

import { Button, Group, Text } from "@mantine/core";
import { useRouter } from "next/navigation";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { routes } from "#lib/console/routes.ts";
import { describeSelection } from "./describe-comparison.ts";

/** Form that wraps checkboxes named `id` and opens the comparison of the checked forecasts. Works without JavaScript. */
export function CompareForm({ children }: { readonly children: ReactNode }) {
  const router = useRouter();
  const [chosen, setChosen] = useState(0);

  function compare(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    router.push(routes.compare(idsIn(event.currentTarget)));
  }

  return (
    <form
      action={routes.compare([])}
      onSubmit={compare}
      onChange={({ currentTarget }) => setChosen(idsIn(currentTarget).length)}
    >
      {children}
      <Group gap="sm" pt="sm">
        <Button type="submit" variant="default">
          Compare
        </Button>
        <Text span c="dimmed" size="sm" role="status">
          {describeSelection(chosen)}
        </Text>
      </Group>
    </form>
  );
}

function idsIn(form: HTMLFormElement): string[] {
  return new FormData(form).getAll("id").map(String);
}
