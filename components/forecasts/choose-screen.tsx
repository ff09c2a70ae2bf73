import { Page } from "#components/ui/page.tsx";
import { ChooseForecasts } from "./choose-forecasts.tsx";
import { NotVerified } from "./not-verified.tsx";

interface ChooseScreenProps {
  readonly kept: readonly string[];
  readonly taskId: string | undefined;
}

/** Shown instead of the comparison while fewer than two forecasts are selected. */
export function ChooseScreen({ kept, taskId }: ChooseScreenProps) {
  return (
    <Page
      title="Compare forecasts"
      about={kept.length === 0 ? "Select two to four forecasts." : "One forecast is selected. Select up to three more."}
      actions={<NotVerified />}
    >
      <ChooseForecasts
        kept={kept}
        taskId={taskId}
        title={taskId === undefined ? "Latest forecasts" : "Forecasts of the same task"}
      />
    </Page>
  );
}
