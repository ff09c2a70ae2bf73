/** For drizzle-kit, which `npm run migration` installs: it is not there otherwise, nor are its types. */
export default {
  dialect: "postgresql",
  schema: [
    "./server/infra/db/schema.ts",
    "./server/infra/db/credential-schema.ts",
    "./server/infra/db/outcome-schema.ts",
    "./server/infra/db/evaluation-schema.ts",
    "./server/infra/db/member-schema.ts",
    "./server/infra/db/notify-schema.ts",
  ],
  out: "./server/infra/db/migrations",
};
