import { useSearchParams } from 'react-router';
import { mayReadLeads, useRoles } from '../../auth/session/roles.ts';
import { SelectField } from '../../ui/field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { EmptyState } from '../screen/empty-state.tsx';
import { PagedList } from '../screen/paged-list.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { TriageMail } from './triage-mail.tsx';
import { triageTexts as t } from './triage-texts.ts';
import styles from './triage.module.css';
import { useLiveInbox } from '../inbox/live/use-live-inbox.ts';
import { useTriage, type Shown } from './use-triage.ts';

const sayNothing = (): void => undefined;

const choices: readonly Shown[] = ['triage', 'machine', 'dismissed'];

function Triage() {
  const [search, setSearch] = useSearchParams();
  const shown = choices.find((choice) => choice === search.get('show')) ?? 'triage';
  const live = useLiveInbox(sayNothing);
  const mails = useTriage(shown, live !== 'joining');
  return (
    <>
      <ScreenHeading text={t.description} title={t.title} />
      <div className={styles.filter}>
        <SelectField
          label={t.show}
          name="show"
          onChange={({ target }) =>
            setSearch(target.value === 'triage' ? {} : { show: target.value }, { replace: true })
          }
          value={shown}
        >
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {t.shown[choice]}
            </option>
          ))}
        </SelectField>
      </div>
      <PagedList className="stack gap-16 max-w-56rem" emptyText={t.empty[shown]} query={mails} what={t.what}>
        {(mail) => <TriageMail mail={mail} />}
      </PagedList>
    </>
  );
}

/** Received mail that belongs to no thread. The database decides who reads it. */
export default function TriageScreen() {
  const { data: roles } = useRoles();
  if (roles && mayReadLeads(roles)) return <Triage />;
  return (
    <>
      <ScreenHeading title={t.title} />
      {roles ? <EmptyState text={t.noAccess} /> : <Spinner label={t.loading} />}
    </>
  );
}
