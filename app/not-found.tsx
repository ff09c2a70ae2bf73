import { Missing } from "#components/ui/missing.tsx";
import { routes } from "#lib/routes.ts";

export default function NotFound() {
  return (
    <main>
      <Missing title="There is no such page" home={routes.overview}>
        The address may be mistyped, or the page has moved.
      </Missing>
    </main>
  );
}
