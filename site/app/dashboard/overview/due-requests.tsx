import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { dueTexts as t } from '../privacy/due-texts.ts';
import { useDueRequests } from '../privacy/read-registers.ts';
import screenStyles from '../screen/screen.module.css';

/** For owners: who asked about their data, and has no answer 7 days before the law wants one. */
export function DueRequests() {
  const { data: count = 0 } = useDueRequests();
  if (count === 0) return null;
  return (
    <aside aria-label={t.title} className={screenStyles.problem}>
      <Icon name="warning" />
      <p>{t.waiting(count)}</p>
      <ButtonLink to="/dashboard/privacy" variant="secondary">
        {t.open}
      </ButtonLink>
    </aside>
  );
}
