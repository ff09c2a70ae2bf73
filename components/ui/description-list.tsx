import { DataList, DataListItem, DataListItemLabel, DataListItemValue } from "@mantine/core";
import type { ReactNode } from "react";

interface Description {
  readonly name: string;
  readonly value: ReactNode;
}

export function DescriptionList({ items }: { readonly items: readonly Description[] }) {
  return (
    <DataList>
      {items.map(({ name, value }) => (
        <DataListItem key={name}>
          <DataListItemLabel>{name}</DataListItemLabel>
          <DataListItemValue>{value}</DataListItemValue>
        </DataListItem>
      ))}
    </DataList>
  );
}
