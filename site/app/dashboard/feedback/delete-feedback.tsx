import { DeleteRecord } from '../screen/delete-record.tsx';
import { feedbackTexts } from './feedback-texts.ts';
import { deleteFeedback, feedbackKey, type Feedback } from './read-feedback.ts';
import { reporter } from './report.tsx';

const t = feedbackTexts.remove;

/** For owners: spam, or what a visitor asked us to delete. */
export function DeleteFeedback({ report, onClose }: { report: Feedback; onClose: () => void }) {
  return (
    <DeleteRecord
      onClose={onClose}
      queryKeys={feedbackKey}
      remove={() => deleteFeedback(report.id)}
      thing={t.thing}
      title={t.title(reporter(report))}
    >
      <li>{t.counts}</li>
    </DeleteRecord>
  );
}
