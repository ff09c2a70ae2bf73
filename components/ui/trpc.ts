"use client";

import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { createTRPCContext } from "@trpc/tanstack-react-query";
// biome-ignore lint/style/noRestrictedImports: this type is the components' only import from the server.
import type { AppRouter } from "#server/console/trpc/router.ts";

export const PROCEDURES = "/api/trpc";

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

export type { AppRouter };

export type Inputs = inferRouterInputs<AppRouter>;

export type Outputs = inferRouterOutputs<AppRouter>;
