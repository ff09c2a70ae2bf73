import { Loading } from "#components/ui/loading.tsx";

export default function ConsoleLoading() {
  return <Loading what="the page" />;
}
