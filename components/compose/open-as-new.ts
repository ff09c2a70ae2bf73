import { v7 as uuid } from "uuid";
import { routes } from "#lib/console/routes.ts";
import { dropStashed, type Stashed, stash, tabId } from "./stash.ts";

/** Text that is only in this browser becomes a draft of its own, and is opened. */
export function openAsNew(entry: Stashed, router: { push(to: string): void }): void {
  const draftId = uuid();
  stash({ ...entry, draftId, tabId: tabId(), revision: 0, unanswered: [] });
  dropStashed(entry);
  router.push(routes.draft(draftId));
}
