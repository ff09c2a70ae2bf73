import type { Role, Scope } from "#lib/domain/members.ts";
import type { Refusal } from "#lib/domain/open-id.ts";
import type { Surface } from "#lib/domain/surfaces.ts";
import type { WebhookForm } from "#lib/domain/webhooks.ts";
import type { Content } from "./contents.ts";

/** An event about access to the gateway: API keys, webhooks, members and invitations. */
export type AccessEvent =
  | {
      readonly kind: "credential.issued";
      readonly credential_id: string;
      readonly name: Content;
      /** Public part of the new API key. */
      readonly key_id: string;
      /** Token budget per month. Null means none. */
      readonly monthly_tokens: number | null;
      /** The only API surface that accepts the credential. Missing: all. */
      readonly limited_to?: Surface;
    }
  | { readonly kind: "credential.rotated"; readonly credential_id: string; readonly key_id: string }
  | {
      readonly kind: "credential.changed";
      readonly credential_id: string;
      readonly name: Content;
      /** Null means the deployment's default. */
      readonly rate_per_minute: number | null;
      /** Null means no budget. */
      readonly monthly_tokens: number | null;
      readonly expires_at: string | null;
    }
  | {
      readonly kind: "webhook.set";
      /** Missing for the webhook of the organisation. */
      readonly credential_id?: string;
      readonly format: WebhookForm["format"];
      /** Scheme, host and port of the webhook address, without the path, which may contain a secret. */
      readonly origin: Content;
    }
  | { readonly kind: "webhook.removed"; readonly credential_id?: string }
  | { readonly kind: "credential.revoked" | "credential.taken_over"; readonly credential_id: string }
  | {
      readonly kind: "member.added";
      readonly member_id: string;
      readonly role: Role;
      /** The normalized email address. A person has one account, so `member_id` is the random id of the person. */
      readonly address: Content;
      /** The invitation that the member used; missing for seeded members. */
      readonly invitation_id?: string;
    }
  | { readonly kind: "member.role_changed"; readonly member_id: string; readonly role: string }
  | { readonly kind: "member.renamed"; readonly member_id: string; readonly name: Content }
  | { readonly kind: "member.disabled" | "member.enabled" | "member.password_set"; readonly member_id: string }
  | {
      readonly kind: "member.linked";
      readonly member_id: string;
      readonly issuer: string;
      /** The claim `sub`, which identifies the account of the issuer. */
      readonly subject: Content;
      /** The one-time link that the member used; missing if a trusted e-mail address identified the member. */
      readonly invitation_id?: string;
    }
  /** The provider no longer confirms the member: it refused to renew the session, or sent claims that are refused. */
  | { readonly kind: "member.signed_out"; readonly member_id: string; readonly reason: Refusal | "provider_refused" }
  | {
      readonly kind: "member.invited" | "member.invitation_revoked";
      readonly invitation_id: string;
      /** Empty if the invited person chooses an address when opening the link. */
      readonly email: Content;
      readonly role: Role;
    }
  | {
      readonly kind:
        | "member.reset_offered"
        | "member.reset_revoked"
        | "member.session_offered"
        | "member.session_opened";
      readonly invitation_id: string;
      readonly member_id: string;
    }
  | {
      readonly kind: "token.issued";
      /** Public part of the personal token. */
      readonly token_id: string;
      readonly member_id: string;
      readonly name: Content;
      readonly scopes: readonly Scope[];
      readonly expires_at: string;
    }
  | { readonly kind: "token.revoked"; readonly token_id: string; readonly member_id: string };
