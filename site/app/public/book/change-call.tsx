import { Button } from '../../ui/button.tsx';
import { ProblemSummary } from '../page/problem-summary.tsx';
import formStyles from '../lead-form/lead-form.module.css';
import { bookTexts } from './book-texts.ts';
import styles from './book.module.css';
import { SlotList } from './slot-list.tsx';

const t = bookTexts.booking;

interface ChangeCallProps {
  slots: readonly string[];
  token: string;
  failure: string | null;
}

/** Two plain forms: the browser sends them itself, with scripts and without. */
export function ChangeCall({ slots, token, failure }: ChangeCallProps) {
  const action = `/book/${token}`;
  return (
    <div className="stack" data-screen-only="">
      {failure !== null && (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was asked for by sending the form
        <ProblemSummary autoFocus title={failure} />
      )}
      {slots.length > 0 && (
        <details className={styles.change} open={failure !== null}>
          <summary>
            <h2>{t.move}</h2>
          </summary>
          <form action={action} className={formStyles.form} method="post" noValidate>
            <SlotList chosen="" slots={slots} />
            <div className={formStyles.foot}>
              <Button size="public" type="submit">
                {t.moveTo}
              </Button>
            </div>
          </form>
        </details>
      )}
      <details className={styles.change}>
        <summary>
          <h2>{t.cancel}</h2>
        </summary>
        <form action={action} className={formStyles.form} method="post">
          <p>{t.cancelHint}</p>
          <div className={formStyles.foot}>
            <Button name="change" size="public" type="submit" value="cancel" variant="danger">
              {t.cancelSubmit}
            </Button>
          </div>
        </form>
      </details>
    </div>
  );
}
