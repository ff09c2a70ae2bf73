"use client";

import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { createTRPCContext } from "@trpc/tanstack-react-query";
// biome-ignore lint/style/noRestrictedImports: components know the server by this type alone.
import type { AppRouter } from "#server/console/trpc/router.ts";

/** Where they are answered. */
export const PROCEDURES = "/api/trpc";

/** The procedures as components call them. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

export type { AppRouter };

export type Inputs = inferRouterInputs<AppRouter>;

export type Outputs = inferRouterOutputs<AppRouter>;
