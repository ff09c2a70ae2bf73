import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default function DraftNotFound() {
  return (
    <NotFoundPage title="No draft has this id" next={{ href: routes.compose, label: "Your drafts" }}>
      Only its author can open a draft. What it starts from must exist.
    </NotFoundPage>
  );
}
