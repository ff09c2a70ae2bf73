import { Button, Checkbox, Fieldset, Group, Stack, Textarea, TextInput } from "@mantine/core";
import type { Json } from "#lib/contract/json.ts";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { MAX_VARIANT_NAME } from "#lib/domain/experiments.ts";
import { describeObservation } from "./describe-observation.ts";

type Context = PredictionRequest["input"]["context"];

export interface DraftVariant {
  readonly key: string;
  readonly name: string;
  /** Indexes of the observations that the variant leaves out. */
  readonly left: readonly number[];
  /** JSON of the observations, edited by the user; overrides `left`. Undefined if not edited. */
  readonly edited: string | undefined;
}

/** Returns the observations of a variant; undefined if the JSON is invalid. */
export function contextOf({ left, edited }: DraftVariant, context: Context): Json | undefined {
  if (edited === undefined) return JSON.parse(JSON.stringify(keep(context, left)));
  try {
    return JSON.parse(edited);
  } catch {
    return undefined;
  }
}

function keep(context: Context, left: readonly number[]): Context {
  return context.filter((_, index) => !left.includes(index));
}

interface VariantFieldsProps {
  readonly variant: DraftVariant;
  readonly context: Context;
  readonly onChange: (variant: DraftVariant) => void;
  readonly onRemove: () => void;
}

export function VariantFields({ variant, context, onChange, onRemove }: VariantFieldsProps) {
  const { name, left, edited } = variant;
  const isInvalid = contextOf(variant, context) === undefined;
  return (
    <Fieldset legend={name.trim() === "" ? "Unnamed variant" : name} mb="md">
      <Stack gap="sm">
        <TextInput
          label="Name"
          value={name}
          onChange={(event) => onChange({ ...variant, name: event.currentTarget.value })}
          maxLength={MAX_VARIANT_NAME}
          required
        />
        {edited === undefined ? (
          context.map((observation, index) => (
            <Checkbox
              // biome-ignore lint/suspicious/noArrayIndexKey: the observations do not change here.
              key={index}
              label={`No. ${index + 1}: ${describeObservation(observation)}`}
              checked={!left.includes(index)}
              onChange={({ currentTarget }) =>
                onChange({
                  ...variant,
                  left: currentTarget.checked ? left.filter((one) => one !== index) : [...left, index],
                })
              }
            />
          ))
        ) : (
          <Textarea
            label="Observations as JSON"
            value={edited}
            onChange={(event) => onChange({ ...variant, edited: event.currentTarget.value })}
            error={isInvalid ? "The text is not valid JSON." : undefined}
            autosize
            minRows={6}
            maxRows={20}
            spellCheck={false}
            styles={{ input: { fontFamily: "var(--mono)", fontSize: 12 } }}
          />
        )}
        <Group gap="xs">
          <Button
            variant="default"
            onClick={() =>
              onChange({
                ...variant,
                edited: edited === undefined ? JSON.stringify(keep(context, left), null, 2) : undefined,
              })
            }
          >
            {edited === undefined ? "Edit as JSON" : "Discard JSON changes"}
          </Button>
          <Button variant="subtle" onClick={onRemove}>
            Remove variant
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
