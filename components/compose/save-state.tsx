import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { routes } from "#lib/console/routes.ts";
import type { Keeping } from "./draft-keeper.ts";

export function SaveState({ keeping }: { readonly keeping: Keeping }) {
  return <span role="status">{stateInWords(keeping)}</span>;
}

const NOT_SAVED = <StatusBadge tone="warn">Not saved</StatusBadge>;

function stateInWords(keeping: Keeping) {
  switch (keeping.state) {
    case "saved":
      if (keeping.at === undefined) return "Drafts are saved automatically.";
      return (
        <>
          Draft saved <TimeText exact at={keeping.at} />
        </>
      );
    case "unsaved":
      return "Saving…";
    case "unreachable":
      return (
        <>
          {NOT_SAVED} The server does not answer. Your text is stored in this browser and will be saved when the server
          is available again.
        </>
      );
    case "signed out":
      return (
        <>
          {NOT_SAVED} Your session has ended. Your text is stored in this browser.{" "}
          <a href={routes.signIn()} target="_blank" rel="noreferrer">
            Sign in in another tab
          </a>{" "}
          to save the draft.
        </>
      );
    case "refused":
      return (
        <>
          {NOT_SAVED} {keeping.message} Your text is stored in this browser.
        </>
      );
    case "conflict":
      return <>{NOT_SAVED} The draft was changed in another tab or browser. Choose a version.</>;
  }
}
