import { useState } from 'react';
import { mayReadLeads } from '../../auth/session/roles.ts';
import { DeleteRecord } from '../screen/delete-record.tsx';
import { PagedList } from '../screen/paged-list.tsx';
import { RestrictedScreen } from '../screen/restricted-screen.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { barrierReportTexts as t } from './barrier-report-texts.ts';
import { deleteFeedback, feedbackKey, useFeedback, type Feedback } from './read-feedback.ts';
import { Report, reporter } from './report.tsx';

function Register() {
  const reports = useFeedback();
  const [deleting, setDeleting] = useState<Feedback>();
  return (
    <>
      <ScreenHeading text={t.description} title={t.title} />
      <PagedList className="stack gap-16 max-w-56rem" emptyText={t.empty} query={reports} what={t.what}>
        {(report) => <Report onDelete={() => setDeleting(report)} report={report} />}
      </PagedList>
      {deleting && (
        <DeleteRecord
          onClose={() => setDeleting(undefined)}
          queryKeys={feedbackKey}
          remove={() => deleteFeedback(deleting.id)}
          thing={t.remove.thing}
          title={t.remove.title(reporter(deleting))}
        >
          <li>{t.remove.counts}</li>
        </DeleteRecord>
      )}
    </>
  );
}

/** Reports of barriers, with their answers. The database decides who reads them. */
export default function FeedbackScreen() {
  return (
    <RestrictedScreen deniedText={t.notAllowed} may={mayReadLeads} title={t.title}>
      <Register />
    </RestrictedScreen>
  );
}
