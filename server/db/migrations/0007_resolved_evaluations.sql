ALTER TABLE "evaluations" ADD COLUMN "selection" jsonb;
