ALTER TABLE "evaluation_cases" ADD COLUMN "options" text[];
