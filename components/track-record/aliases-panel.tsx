"use client";

import { Button, Group, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { usePermitted } from "#components/ui/permitted.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { visible } from "#lib/format.ts";

type Alias = Outputs["outcomes"]["sources"]["aliases"][number];

interface AliasesPanelProps {
  readonly aliases: readonly Alias[];
  /** Names of the listed sources, to choose from. */
  readonly names: readonly string[];
}

export function AliasesPanel({ aliases, names }: AliasesPanelProps) {
  const trpc = useTRPC();
  const mayChange = usePermitted()("administer");
  const change = useMutation(trpc.outcomes.changeAlias.mutationOptions());
  const remove: Column<Alias> = {
    name: "Actions",
    show: ({ alias }) => (
      <Button
        variant="default"
        size="compact-xs"
        aria-label={`Remove alias ${visible(alias)}`}
        onClick={() => change.mutate({ alias, source: null })}
      >
        Remove
      </Button>
    ),
  };
  return (
    <Panel title="Aliases">
      <p>An alias is another name of a source. Its forecasts are listed under the name of the source.</p>
      {aliases.length > 0 && (
        <DataTable
          label="Aliases"
          rows={aliases}
          keyOf={({ alias }) => alias}
          columns={mayChange ? [...COLUMNS, remove] : COLUMNS}
          fold="named"
        />
      )}
      <ErrorAlert title="The alias was not changed" error={change.error} />
      {mayChange && (
        <AliasForm
          names={names}
          isPending={change.isPending}
          onAdd={(alias, source, onSuccess) => change.mutate({ alias, source }, { onSuccess })}
        />
      )}
    </Panel>
  );
}

const COLUMNS: readonly Column<Alias>[] = [
  { name: "Alias", isName: true, isText: true, show: ({ alias }) => visible(alias) },
  { name: "Source", isText: true, show: ({ source }) => visible(source) },
];

interface AliasFormProps extends Pick<AliasesPanelProps, "names"> {
  readonly isPending: boolean;
  readonly onAdd: (alias: string, source: string, onSuccess: () => void) => void;
}

function AliasForm({ names, isPending, onAdd }: AliasFormProps) {
  const [alias, setAlias] = useState("");
  const [source, setSource] = useState("");
  const listId = useId();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(alias, source, () => setAlias(""));
      }}
    >
      <Group gap="xs" align="end">
        <TextInput label="Alias" size="xs" value={alias} onChange={(event) => setAlias(event.currentTarget.value)} />
        <TextInput
          label="Source"
          size="xs"
          list={listId}
          value={source}
          onChange={(event) => setSource(event.currentTarget.value)}
        />
        <datalist id={listId}>
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Button
          type="submit"
          variant="default"
          size="xs"
          loading={isPending}
          disabled={alias.trim() === "" || source.trim() === ""}
        >
          Add alias
        </Button>
      </Group>
    </form>
  );
}
