"use client";

import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { AppRouter } from "#server/console/trpc/router.ts";

export const PROCEDURES = "/api/trpc";

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

export type { AppRouter };

export type Inputs = inferRouterInputs<AppRouter>;

export type Outputs = inferRouterOutputs<AppRouter>;
