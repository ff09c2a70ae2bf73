import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default function DraftNotFound() {
  return (
    <NotFoundPage title="This draft does not exist" next={{ href: routes.compose, label: "Your drafts" }}>
      Only the author can open a draft. The submission or forecast that a draft starts from must exist.
    </NotFoundPage>
  );
}
