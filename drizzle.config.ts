/** Configuration of drizzle-kit. Untyped, because only `npm run schema` installs drizzle-kit and its types. */
export default {
  dialect: "postgresql",
  schema: [
    "./server/db/schema.ts",
    "./server/db/credential-schema.ts",
    "./server/db/outcome-schema.ts",
    "./server/db/evaluation-schema.ts",
    "./server/db/member-schema.ts",
    "./server/db/notify-schema.ts",
    "./server/db/usage-schema.ts",
    "./server/db/quota-schema.ts",
    "./server/db/erasure-schema.ts",
  ],
};
