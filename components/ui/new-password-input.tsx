"use client";

import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { MIN_PASSWORD } from "#lib/domain/limits.ts";

export function NewPasswordInput(props: Omit<PasswordInputProps, "description" | "autoComplete">) {
  return (
    <PasswordInput
      description={`At least ${MIN_PASSWORD} characters. Tip: use a few unrelated words.`}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ "aria-label": "Show password", tabIndex: 0 }}
      {...props}
    />
  );
}
