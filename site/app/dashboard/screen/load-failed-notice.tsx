// The alert for a list that failed to load, with a retry button.
import { isClockProbablyWrong } from '../../data/browser-client.ts';
import { Button } from '../../ui/button.tsx';
import { errorTexts } from '../../ui/error-texts.ts';
import { Icon } from '../../ui/icon.tsx';
import screenStyles from './screen.module.css';
import { screenTexts } from './screen-texts.ts';

const t = screenTexts.list;

interface LoadFailedNoticeProps {
  text?: string | undefined;
  busy: boolean;
  onRetry: () => void;
}

/** Shown instead of the empty text for a list that could not be read; offers a retry. */
export function LoadFailedNotice({ text = t.failed, busy, onRetry }: LoadFailedNoticeProps) {
  return (
    <div className={screenStyles.problem} data-problem role="alert">
      <Icon name="warning" />
      <p>{isClockProbablyWrong() ? errorTexts.clock : text}</p>
      <Button busy={busy} busyText={t.retrying} onClick={onRetry} variant="secondary">
        {t.retry}
      </Button>
    </div>
  );
}
