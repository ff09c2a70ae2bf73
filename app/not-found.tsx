import { NotFoundPage } from "#components/ui/not-found-page.tsx";

export default function NotFound() {
  return (
    <main>
      <NotFoundPage title="Page not found">The address may be mistyped, or the page has moved.</NotFoundPage>
    </main>
  );
}
