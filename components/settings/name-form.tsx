"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Alert } from "#components/ui/alert.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { memberName } from "#lib/console/account-rules.ts";
import styles from "./account.module.css";

const schema = z.object({ name: memberName });

/** One's own name, as others see it. */
export function NameForm({ name }: { readonly name: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(schema), defaultValues: { name } });
  // The frame shows the name too: it comes with the page.
  const rename = useMutation(trpc.members.rename.mutationOptions({ onSuccess: () => router.refresh() }));
  return (
    <form className={styles.form} onSubmit={handleSubmit((given) => rename.mutate(given))} noValidate>
      {rename.isError && (
        <Alert title="Your name was not changed" tone="bad" live>
          {rename.error.message}
        </Alert>
      )}
      {rename.isSuccess && <Alert title="Your name is changed" live />}
      <TextInput
        label="Your name"
        description="What you have done until now stays recorded under the name that you had."
        autoComplete="name"
        maxLength={100}
        error={formState.errors.name?.message}
        {...register("name")}
      />
      <Button type="submit" variant="default" loading={rename.isPending}>
        Change the name
      </Button>
    </form>
  );
}
