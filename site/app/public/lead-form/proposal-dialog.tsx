import { useState } from 'react';
import { useLocation } from 'react-router';
import { Dialog } from '../../ui/dialog.tsx';
import type { FormState, LeadOutcome } from './read-form-state.ts';
import { LeadForm } from './lead-form.tsx';
import { leadFormTexts } from './lead-form-texts.ts';
import { proposalDialogId } from './proposal-dialog-id.ts';
import { SentNote } from './sent-note.tsx';

const texts = leadFormTexts.proposal;

export interface ProposalDialogProps {
  /** absent on an app's page: a proposal is for a service */
  serviceName?: string;
  pageTitle: string;
  form: FormState;
  actionData: LeadOutcome | undefined;
}

/** The proposal form in its dialog, and without scripts in the page: with `?proposal`, or after a post. */
export function ProposalDialog({ serviceName, pageTitle, form, actionData }: ProposalDialogProps) {
  const { pathname } = useLocation();
  const [isSent, setIsSent] = useState(form.sent && actionData === undefined);
  const hasProblems = !isSent && actionData !== undefined && actionData.outcome !== 'sent';
  const isInPage = form.inPage || actionData !== undefined;
  const subtitle = serviceName === undefined ? texts.subtitle : texts.subtitleOf(serviceName);
  const action = `${pathname}?proposal=#proposal-form`;

  function showConfirmation() {
    setIsSent(true);
    requestAnimationFrame(() => document.getElementById('sent')?.focus());
  }

  function close() {
    (document.getElementById(proposalDialogId) as HTMLDialogElement | null)?.close();
  }

  return (
    <>
      <title>{hasProblems ? leadFormTexts.titleWithProblems(pageTitle) : pageTitle}</title>
      <Dialog description={subtitle} id={proposalDialogId} title={texts.title}>
        <LeadForm
          action={action}
          dialogId={proposalDialogId}
          id="dialog"
          kind="proposal"
          onSent={close}
          initialOutcome={undefined}
        />
      </Dialog>
      {isInPage && (
        <section aria-labelledby="proposal-form-title" className="proposal-in-page-form" id="proposal-form">
          <div className="page">
            <h2 id="proposal-form-title">{texts.title}</h2>
            <p>{subtitle}</p>
            {isSent ? (
              <SentNote kind="proposal" />
            ) : (
              <LeadForm
                action={action}
                id="page"
                kind="proposal"
                onSent={showConfirmation}
                initialOutcome={actionData}
              />
            )}
          </div>
        </section>
      )}
    </>
  );
}
