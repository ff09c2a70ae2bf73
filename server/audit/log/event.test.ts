import { expectTypeOf, it } from "vitest";
import type { EventKind } from "#lib/domain/audit-events.ts";
import type { Event } from "./event.ts";

it("every kind of audit event has its fields, and no other kind has", () => {
  expectTypeOf<Event["kind"]>().toEqualTypeOf<EventKind>();
});
