"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Button, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { NewPasswordInput } from "#components/ui/new-password-input.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { routes } from "#lib/console/routes.ts";
import { emailAddress, memberName, newPassword } from "#lib/domain/fields.ts";
import { MAX_NAME } from "#lib/domain/limits.ts";
import { redeem } from "./redeem.ts";
import { signIn } from "./sign-in.ts";

interface JoinFormProps {
  readonly token: string;
  /** True if the link is for a new member, who must also enter a name. */
  readonly joins: boolean;
  /** E-mail address of the link's recipient. If empty, the form asks for the address. */
  readonly email: string;
}

/** Sets a new member's name and password, or resets a password, then signs in. */
export function JoinForm({ token, joins, email }: JoinFormProps) {
  const [error, setError] = useState<{ readonly message: string } | null>(null);
  const [done, setDone] = useState(false);
  const hydrated = useHydrated();
  const schema = z.object({
    name: joins ? memberName : z.optional(memberName),
    email: email === "" ? emailAddress : z.optional(emailAddress),
    password: newPassword,
  });
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(schema) });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (given) => {
    setError(null);
    const outcome = await redeem({ token, ...given });
    if (!outcome.ok) {
      setError(outcome);
      return;
    }
    setDone(true);
    const { ok } = await signIn({ email: outcome.email, password: given.password });
    // Replaces this page in the browser history, because the one-time link no longer works.
    window.location.replace(ok ? routes.overview : routes.signIn());
  });

  return (
    <form onSubmit={submit} method="post" noValidate>
      <Stack gap="sm">
        <ErrorAlert title="Your account was not saved" error={error} />
        {joins && (
          <TextInput
            label="Name"
            description="Other members see this name next to your work."
            autoComplete="name"
            maxLength={MAX_NAME}
            error={errors.name?.message}
            {...register("name")}
          />
        )}
        {email === "" ? (
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            error={errors.email?.message}
            {...register("email")}
          />
        ) : (
          // Tells the browser's password manager which account this is.
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        )}
        <NewPasswordInput
          label={joins ? "Password" : "New password"}
          error={errors.password?.message}
          {...register("password")}
        />
        <Button type="submit" size="sm" disabled={!hydrated} loading={isSubmitting || done}>
          {joins ? "Join" : "Set password"}
        </Button>
      </Stack>
    </form>
  );
}
