export type Role = "researcher" | "reviewer" | "admin";

/** Someone who is signed in to the console. */
export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}
