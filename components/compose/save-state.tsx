import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { routes } from "#lib/console/routes.ts";
import type { Keeping } from "./draft-keeper.ts";

/** Where the draft is safe. */
export function SaveState({ keeping }: { readonly keeping: Keeping }) {
  return <span role="status">{words(keeping)}</span>;
}

function words(keeping: Keeping) {
  switch (keeping.state) {
    case "saved":
      return keeping.at === undefined || keeping.at === "" ? (
        "Saves itself"
      ) : (
        <>
          Draft saved <TimeText at={keeping.at} />
        </>
      );
    case "unsaved":
      return "Saving…";
    case "unreachable":
      return (
        <>
          <StatusBadge tone="warn">Not saved</StatusBadge> The server does not answer. Your text is kept in this
          browser, and saved when the server is back.
        </>
      );
    case "signed out":
      return (
        <>
          <StatusBadge tone="warn">Not saved</StatusBadge> Your session has ended. Your text is kept in this browser:{" "}
          <a href={routes.signIn()} target="_blank" rel="noreferrer">
            sign in in another tab
          </a>
          , and it is saved.
        </>
      );
    case "refused":
      return (
        <>
          <StatusBadge tone="bad">Not saved</StatusBadge> {keeping.message} Your text is kept in this browser.
        </>
      );
    case "conflict":
      return (
        <>
          <StatusBadge tone="bad">Not saved</StatusBadge> Changed elsewhere: choose below.
        </>
      );
  }
}
