"use client";

import { Box, Paper, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { Icon } from "#components/ui/icon.tsx";
import { findTargets, type Target } from "./targets.ts";

const MAX_SHOWN = 12;

export function FindInPage({ targets }: { readonly targets: readonly Target[] }) {
  const [query, setQuery] = useState("");
  const found = findTargets(targets, query).slice(0, MAX_SHOWN);
  return (
    <Box component="search" pos="relative">
      <TextInput
        size="xs"
        aria-label="Search this page"
        placeholder="Field, code, chapter"
        leftSection={<Icon of={IconSearch} size={14} />}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={({ key }) => key === "Escape" && setQuery("")}
      />
      {query.trim() !== "" && (
        <Paper withBorder pos="absolute" right={0} miw="100%" mt={4} p="xs" shadow="md" style={{ zIndex: 2 }} fz="sm">
          {found.length === 0 && "No matching field, code or chapter."}
          {found.map(({ id, name, about }) => (
            <div key={id}>
              <a href={`#${id}`} onClick={() => setQuery("")}>
                {name}
              </a>{" "}
              {about}
            </div>
          ))}
        </Paper>
      )}
    </Box>
  );
}
