"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { type SignInOutcome, signIn } from "./sign-in.ts";
import { SignInError } from "./sign-in-errors.tsx";

const schema = z.object({
  email: z.email("Enter your e-mail address, such as name@example.com."),
  password: z.string().check(z.minLength(1, "Enter your password.")),
});

/** After the sign-in, the browser opens `to`, a path of this site. */
export function SignInForm({ to }: { readonly to: string }) {
  const [outcome, setOutcome] = useState<SignInOutcome>();
  const hydrated = useHydrated();
  // No default values: on hydration, default values would overwrite text that was typed or autofilled before.
  const { register, handleSubmit, formState, setValue, setFocus } = useForm({ resolver: zodResolver(schema) });
  const { errors, isSubmitting } = formState;
  // Focuses the e-mail field, unless the reader has already focused another element.
  useEffect(() => {
    if (document.activeElement === document.body) setFocus("email");
  }, [setFocus]);

  const submit = handleSubmit(async (account) => {
    const answer = await signIn(account);
    setOutcome(answer);
    if (answer.ok) {
      window.location.assign(to);
      return;
    }
    if (answer.reason === "wrong") {
      setValue("password", "");
      setFocus("password");
    }
  });

  return (
    <form onSubmit={submit} method="post" noValidate>
      <Stack gap="sm">
        {outcome !== undefined && !outcome.ok && <SignInError outcome={outcome} />}
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register("email")}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register("password")}
        />
        <Button type="submit" size="sm" disabled={!hydrated} loading={isSubmitting || outcome?.ok === true}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
