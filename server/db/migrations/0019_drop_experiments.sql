-- Drops the indexes submissions_by_experiment and variants_by_submission with their columns.
ALTER TABLE "submissions" DROP COLUMN "experiment_id", DROP COLUMN "variant", DROP COLUMN "variant_of";
