import { useWrite } from '../../data/use-write.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { useKept } from '../screen/use-kept.ts';
import { showError } from '../screen/show-error.ts';
import { barrierReportTexts } from './barrier-report-texts.ts';
import { feedbackKey, saveResponse, type Feedback } from './read-feedback.ts';

const t = barrierReportTexts.answer;

/** What staff answered or changed; the words stay in the field until they are saved. */
export function FeedbackResponseForm({
  report,
  from,
  onSaved,
}: {
  report: Feedback;
  from: string;
  onSaved: () => void;
}) {
  const { value: text, change, drop } = useKept(`feedback:${report.id}`, report.response ?? '');
  const form = `answer-${report.id}`;
  const save = useWrite(saveResponse, feedbackKey, {
    waits: true,
    onSuccess() {
      drop();
      onSaved();
      toastSuccess({ title: t.saved, form });
    },
    onError: (error) => showError(error, form),
  });
  return (
    <form
      className="stack dense gap-12"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && !save.isPending) save.mutate({ id: report.id, response: text });
      }}
    >
      <TextArea
        hint={report.reply_to ? t.hint : t.hintAnonymous}
        label={t.label(from)}
        maxLength={4000}
        name="response"
        onChange={(event) => change(event.target.value)}
        readOnly={save.isPending}
        rows={3}
        value={text}
      />
      <div>
        <Button
          busy={save.isPending}
          busyText={t.busy}
          disabled={text.trim() === ''}
          icon="check"
          type="submit"
        >
          {t.save}
        </Button>
      </div>
    </form>
  );
}
