import { Empty } from "./empty.tsx";
import { Page } from "./page.tsx";

/** Replaces a page that this reader may not open. */
export function RoleNeeded({ needs, what }: { readonly needs: string; readonly what: string }) {
  return (
    <Page narrow>
      <Empty title={`This page is for the role ${needs}`}>{what}</Empty>
    </Page>
  );
}
