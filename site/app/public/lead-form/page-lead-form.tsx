import { useState } from 'react';
import type { LeadKind } from '../../lead/lead-fields.ts';
import { leadTexts } from '../../lead/lead-texts.ts';
import { useAgency } from '../../agency/use-agency.ts';
import { pageInvitations } from '../../seo/page-invitations.ts';
import { SentNote } from '../page/sent-note.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { leadFormTexts } from './lead-form-texts.ts';
import { LeadForm } from './lead-form.tsx';
import type { LeadOutcome } from './read-form-state.ts';

export interface PageLeadFormProps {
  kind: LeadKind;
  id: string;
  action: string;
  /** of the page, without problems */
  title: string;
  /** whether the address asks for the confirmation */
  sent: boolean;
  /** of a post without scripts; a submission with scripts comes after it */
  outcome: LeadOutcome | undefined;
}

/** A form in the page, its confirmation, and the page's title, which names problems. */
export function PageLeadForm({ kind, id, action, title, sent, outcome }: PageLeadFormProps) {
  const [isSent, setIsSent] = useState(sent && outcome === undefined);
  const hasProblems = !isSent && outcome !== undefined && outcome.outcome !== 'sent';

  function showConfirmation() {
    setIsSent(true);
    requestAnimationFrame(() => document.getElementById('sent')?.focus());
  }

  return (
    <>
      <title>{hasProblems ? leadFormTexts.titleWithProblems(title) : title}</title>
      {isSent && <LeadSent kind={kind} />}
      {(!isSent || kind === 'contact') && (
        <LeadForm action={action} id={id} initialOutcome={outcome} kind={kind} onSent={showConfirmation} />
      )}
    </>
  );
}

/** The redirect of a post without scripts points at its id. */
function LeadSent({ kind }: { kind: LeadKind }) {
  const { sentTitle, sent } = leadTexts.submission[kind];
  const invitations = pageInvitations(useAgency());
  return (
    <SentNote id="sent" text={sent} title={sentTitle}>
      {invitations.map(({ to, label }) => (
        <PageLink className="link" key={to} to={to}>
          {label}
        </PageLink>
      ))}
    </SentNote>
  );
}
