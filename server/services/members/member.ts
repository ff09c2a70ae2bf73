export type Role = "researcher" | "reviewer" | "admin";

/** Someone who may work in the console. */
export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

/** A member with the session under which they act. */
export interface SignedIn extends Member {
  /** The session's id, which is not its token. */
  readonly sessionId: string;
}
