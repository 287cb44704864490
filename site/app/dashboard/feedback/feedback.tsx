import { useState } from 'react';
import { mayReadLeads, useRoles } from '../../auth/session/roles.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { EmptyState } from '../screen/empty-state.tsx';
import { PagedList } from '../screen/paged-list.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { DeleteFeedback } from './delete-feedback.tsx';
import { feedbackTexts as t } from './feedback-texts.ts';
import styles from './feedback.module.css';
import { useFeedback, type Feedback } from './read-feedback.ts';
import { Report } from './report.tsx';

function Register() {
  const reports = useFeedback();
  const [deleting, setDeleting] = useState<Feedback>();
  return (
    <>
      <ScreenHeading text={t.description} title={t.title} />
      <PagedList className={styles.list} emptyText={t.empty} query={reports} what={t.what}>
        {(report) => <Report onDelete={() => setDeleting(report)} report={report} />}
      </PagedList>
      {deleting && <DeleteFeedback onClose={() => setDeleting(undefined)} report={deleting} />}
    </>
  );
}

/** Reports of barriers, with their answers. The database decides who reads them. */
export default function FeedbackScreen() {
  const { data: roles } = useRoles();
  if (roles && mayReadLeads(roles)) return <Register />;
  return (
    <>
      <ScreenHeading title={t.title} />
      {roles ? <EmptyState text={t.notAllowed} /> : <Spinner label={t.loading} />}
    </>
  );
}
