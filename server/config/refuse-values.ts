import type { Environment } from "./parse-variables.ts";
import { VARIABLES } from "./settings.ts";

const OWN = new RegExp(`^(${VARIABLES.join("|")})$`);

/**
 * Values that would be misunderstood, or have no effect: variables, permitted values, and the rule. OpenTelemetry's
 * exporters read some of the variables of its specification.
 */
const RULES: readonly (readonly [variables: RegExp, permitted: RegExp, rule: string])[] = [
  [OWN, /^(?!(["']).*\1$)/s, "must not be in quotation marks: Docker's env files, for example, do not remove them"],
  [OWN, /^(?!.*\$(\{\w+\}|\(\w+\)))/s, `must not contain \${NAME} or $(NAME): nothing has replaced it by a value`],
  [/^OTEL_EXPORTER_OTLP_TRACES_ENDPOINT$/, /^$/, "is not supported: set OTEL_EXPORTER_OTLP_ENDPOINT"],
  [/^OTEL_EXPORTER_OTLP_(TRACES_)?PROTOCOL$/, /^http\/json$/, "must be http/json: other protocols are not supported"],
  [/^OTEL_EXPORTER_OTLP_(TRACES_)?TIMEOUT$/, /^5000$/, "must be 5000: other timeouts are not supported"],
  [
    /^OTEL_EXPORTER_OTLP_(TRACES_)?HEADERS$/,
    /^(\s*[\w.-]+\s*=[^,;]+(,|$))+$/,
    "must be name=value, separated by commas",
  ],
  [/^(CANDIDATE_)?MODEL_BLEND$/, /^0$/, "is not supported: a model's answer is not blended with another one"],
  [/^CHECKPOINT_S3_/, /^$/, "is not supported: WITNESSES keep checkpoints in a second place"],
  [/^OTEL_TRACES_EXPORTER$/, /^otlp$/, "must be otlp: to export no traces, unset OTEL_EXPORTER_OTLP_ENDPOINT"],
  [/^OTEL_LOGS_EXPORTER$/, /^none$/, "must be none: log lines are written to stdout only"],
  [/^OTEL_TRACES_SAMPLER$/, /^parentbased_traceidratio$/, "must be parentbased_traceidratio"],
  [/^OTEL_SDK_DISABLED$/, /^false$/i, "must be false: to disable OpenTelemetry, unset OTEL_EXPORTER_OTLP_ENDPOINT"],
];

/** Throws an Error that names each variable whose value violates a rule. */
export function refuseValues(environment: Environment): void {
  const violations = Object.entries(environment).flatMap(([name, value = ""]) => {
    const rule = RULES.find(([variables, permitted]) => variables.test(name) && !permitted.test(value));
    return rule === undefined ? [] : [`${name} ${rule[2]}`];
  });
  if (violations.length > 0) throw new Error(`Invalid configuration:\n  ${violations.join("\n  ")}`);
}
