import { defineConfig } from "drizzle-kit";

export default defineConfig({
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
});
