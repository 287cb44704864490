import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { barrierReportTexts } from '../feedback/barrier-report-texts.ts';
import { useWaitingFeedback } from '../feedback/read-feedback.ts';
import screenStyles from '../screen/screen.module.css';

/** Who reported a barrier and waits; nothing while nobody does. */
export function WaitingFeedback() {
  const { data: count = 0 } = useWaitingFeedback(true);
  if (count === 0) return null;
  return (
    <aside aria-label={barrierReportTexts.title} className={screenStyles.problem}>
      <Icon name="warning" />
      <p>{barrierReportTexts.overview(count)}</p>
      <ButtonLink to="/dashboard/feedback" variant="secondary">
        {barrierReportTexts.open}
      </ButtonLink>
    </aside>
  );
}
