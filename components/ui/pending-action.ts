import type { Outputs } from "./trpc.ts";

export type ListedMember = Outputs["members"]["list"]["members"][number];
export type ListedLink = Outputs["members"]["list"]["invitations"][number];

/** What an administrator is about to do. */
export type PendingAction =
  | { readonly what: "invite" }
  | { readonly what: "role" | "reset" | "disable" | "enable"; readonly member: ListedMember }
  | { readonly what: "revoke"; readonly link: ListedLink };
