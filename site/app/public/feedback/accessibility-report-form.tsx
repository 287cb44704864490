// The form for reporting an accessibility barrier, with its error summary, the published figures.
import { Button } from '../../ui/button.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { ProblemSummary } from '../../ui/problem-summary.tsx';
import { FormSentNotice } from '../page/form-sent-notice.tsx';
import styles from '../lead-form/lead-form.module.css';
import { feedbackTexts as t } from './feedback-texts.ts';
import type {
  AccessibilityReportFigures,
  AccessibilityReportFailure,
} from './receive-accessibility-report.ts';

interface AccessibilityReportFormProps {
  outcome: AccessibilityReportFailure | undefined;
  /** whether the URL requests the confirmation */
  sent: boolean;
  figures: AccessibilityReportFigures | null;
}

/** A plain HTML form, which works the same with and without scripts. */
export function AccessibilityReportForm({ outcome, sent, figures }: AccessibilityReportFormProps) {
  return (
    <section aria-labelledby="report" className="band" data-screen-only="">
      <div className={`page ${styles.section}`} data-beside-contents="">
        <div>
          <h2 className="mb-16" id="report">
            {t.title}
          </h2>
          <p>{t.intro}</p>
          {figures && <p className="muted">{describeFigures(figures)}</p>}
        </div>
        {sent && !outcome && (
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was asked for by sending the form
          <FormSentNotice autoFocus id="report-sent" text={t.sent} title={t.sentTitle} />
        )}
        <form action="/accessibility" className={styles.form} method="post" noValidate>
          <ProblemSummary
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was asked for by sending the form
            autoFocus
            fields={outcome?.problems.map(({ field }) => ({
              id: `report-${field}`,
              label: t.fields[field].label,
            }))}
            title={outcome?.failure}
          >
            {outcome?.failure && <p>{t.kept}</p>}
          </ProblemSummary>
          <Fields outcome={outcome} />
          <div className={styles.foot}>
            <Button icon="send" size="public" type="submit">
              {t.send}
            </Button>
          </div>
        </form>
      </div>
    </section>
  );
}

function Fields({ outcome }: { outcome: AccessibilityReportFailure | undefined }) {
  const valuesOf = (name: 'message' | 'page' | 'name' | 'replyTo') => ({
    id: `report-${name}`,
    name,
    defaultValue: outcome?.values?.[name],
    error: outcome?.problems.find(({ field }) => field === name)?.instruction,
    autoFocus: outcome?.problems.length === 1 && outcome.problems[0]?.field === name,
  });
  return (
    <div className={styles.fields}>
      <TextAreaField
        {...valuesOf('message')}
        className={styles.message}
        label={t.fields.message.label}
        marked
        required
        rows={5}
      />
      <TextField
        {...valuesOf('page')}
        className={styles.message}
        hint={t.fields.page.hint}
        label={t.fields.page.label}
        optional
      />
      <TextField {...valuesOf('name')} autoComplete="name" label={t.fields.name.label} optional />
      <TextField
        {...valuesOf('replyTo')}
        autoComplete="email"
        hint={t.fields.replyTo.hint}
        label={t.fields.replyTo.label}
        optional
        spellCheck={false}
      />
    </div>
  );
}

function describeFigures({ received, answered, medianDays }: AccessibilityReportFigures): string {
  if (received === 0) return t.figures.none;
  const all = t.figures.received(received);
  return medianDays === null ? all : `${all} ${t.figures.answered(answered, Math.max(medianDays, 1))}`;
}
