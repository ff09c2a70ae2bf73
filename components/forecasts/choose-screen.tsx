import { Page } from "#components/ui/page.tsx";
import { PageHead } from "#components/ui/page-head.tsx";
import { ChooseForecasts } from "./choose-forecasts.tsx";
import { NotVerified } from "./not-verified.tsx";

interface ChooseScreenProps {
  readonly kept: readonly string[];
  readonly taskId: string | undefined;
}

/** In the place of a comparison as long as there are fewer than two forecasts. */
export function ChooseScreen({ kept, taskId }: ChooseScreenProps) {
  return (
    <Page>
      <PageHead
        title="Compare forecasts"
        about={kept.length === 0 ? "Choose two to four." : "One is chosen. Choose up to three to stand beside it."}
        actions={<NotVerified />}
      />
      <ChooseForecasts
        kept={kept}
        taskId={taskId}
        title={taskId === undefined ? "Latest forecasts" : "Forecasts of the same task"}
      />
    </Page>
  );
}
