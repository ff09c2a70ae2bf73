"use client";

import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import type { SubmitEvent } from "react";
import { withQuery } from "#lib/console/routes.ts";
import { visible } from "#lib/format.ts";
import { Link } from "./link.tsx";

/** A form with more fields shows only the first; the others are folded. */
const MAX_UNFOLDED = 4;

interface FilterField {
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  readonly type?: "date";
  /** Required format: a regular expression, its description and an example. */
  readonly pattern?: { readonly source: string; readonly words: string; readonly example: string };
}

interface FilterFormProps {
  /** Plural noun for the listed items: "forecasts". */
  readonly what: string;
  /** URL of the unfiltered list. */
  readonly action: string;
  readonly fields: readonly FilterField[];
  /** Query parameters that the form keeps. */
  readonly kept?: Readonly<Record<string, string | undefined>>;
  readonly submit?: string;
}

/** Filter form; its values are query parameters of the page's URL. Without JavaScript, the browser submits it by GET. */
export function FilterForm({ what, action, fields, kept = {}, submit = "Filter" }: FilterFormProps) {
  const router = useRouter();

  function apply(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const search = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) {
      if (typeof value === "string" && value.trim() !== "") search.append(name, value.trim());
    }
    router.push(search.size === 0 ? action : `${action}?${search}`);
  }

  const active = fields.filter(({ value = "" }) => value !== "");
  const values = Object.fromEntries(active.map(({ name, value }) => [name, value]));
  const isLong = fields.length > MAX_UNFOLDED;
  const show = ({ name, label, value, choices, type, pattern }: FilterField) => {
    const field = { name, label, size: "xs", defaultValue: value ?? "" };
    if (choices !== undefined) return <NativeSelect key={name} {...field} data={[...choices]} />;
    return (
      <TextInput
        key={name}
        {...field}
        type={type ?? "text"}
        placeholder={pattern?.example ?? "any"}
        {...(pattern !== undefined && { pattern: `\\s*${pattern.source}\\s*`, title: pattern.words })}
        flex={pattern === undefined ? "1 1 140px" : "1 1 200px"}
        maw={{ base: "none", sm: pattern === undefined ? 160 : 340 }}
      />
    );
  };

  return (
    <search aria-label={`Filter ${what}`}>
      {/* The key remounts the form when the URL changes, so that its uncontrolled fields show the new values. */}
      <form key={JSON.stringify([fields, kept])} action={action} onSubmit={apply}>
        {Object.entries(kept).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value ?? ""} />
        ))}
        <Group align="end" gap="xs" mb="md">
          {fields.slice(0, isLong ? 1 : undefined).map(show)}
          <Button type="submit" variant="default">
            {submit}
          </Button>
          {(isLong ? active : []).map(({ name, label, value = "", choices }) => (
            <Button
              key={name}
              component={Link}
              href={withQuery(action, { ...kept, ...values, [name]: undefined })}
              variant="light"
              radius="xl"
              maw={280}
            >
              {label}: {visible(choices?.find((choice) => choice.value === value)?.label ?? value)}
              <span className="visually-hidden">, remove this filter</span> <span aria-hidden>✕</span>
            </Button>
          ))}
          {!isLong && (
            <Button component={Link} href={withQuery(action, kept)} variant="subtle">
              Clear
            </Button>
          )}
        </Group>
        {isLong && (
          <details>
            <summary>More filters</summary>
            <Group align="end" gap="xs" mb="md">
              {fields.slice(1).map(show)}
            </Group>
          </details>
        )}
      </form>
    </search>
  );
}
