import { useIsOwner, useRoles } from '../../auth/session/roles.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { EmptyState } from '../screen/empty-state.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { FindPerson } from './find-person.tsx';
import { Incidents } from './incidents.tsx';
import { privacyTexts as t } from './privacy-texts.ts';
import styles from './privacy.module.css';
import { Requests } from './requests.tsx';
import { Retention } from './retention.tsx';

/** People's data, for owners; the database enforces it. */
export default function Privacy() {
  const { data: roles } = useRoles();
  const isOwner = useIsOwner();
  if (!isOwner)
    return (
      <>
        <ScreenHeading title={t.title} />
        {roles ? <EmptyState text={t.ownersOnly} /> : <Spinner label={t.loading} />}
      </>
    );
  return (
    <>
      <ScreenHeading text={t.description} title={t.title} />
      <div className={styles.sections}>
        <FindPerson />
        <Requests />
        <Retention />
        <Incidents />
      </div>
    </>
  );
}
