import { useState } from 'react';
import { useLocation } from 'react-router';
import { Dialog } from '../../ui/dialog.tsx';
import type { FormState, LeadOutcome } from './read-form-state.ts';
import { LeadForm } from './lead-form.tsx';
import { proposalDialogId } from './proposal-dialog-id.ts';
import { SentNote } from './sent-note.tsx';

export interface ProposalDialogProps {
  /** absent on an app's page: a proposal is for a service */
  serviceName?: string;
  /** the title of the page; with problems it says so first */
  pageTitle: string;
  form: FormState;
  actionData: LeadOutcome | undefined;
}

/**
 * The proposal form in its dialog, and in the page itself for those without scripts: asked for with `?proposal`,
 * or after a post that was answered without them.
 */
export function ProposalDialog({ serviceName, pageTitle, form, actionData }: ProposalDialogProps) {
  const { pathname } = useLocation();
  const [isSent, setIsSent] = useState(form.sent && actionData === undefined);
  const isWrong = !isSent && actionData !== undefined && actionData.outcome !== 'sent';
  const isInPage = form.inPage || actionData !== undefined;
  const subtitle =
    serviceName === undefined
      ? 'Tell us about your project'
      : `Tell us about your interest in ${serviceName}`;
  const action = `${pathname}?proposal=#proposal-form`;

  function confirm() {
    setIsSent(true);
    requestAnimationFrame(() => document.getElementById('sent')?.focus());
  }

  function close() {
    (document.getElementById(proposalDialogId) as HTMLDialogElement | null)?.close();
  }

  return (
    <>
      <title>{`${isWrong ? 'Error: ' : ''}${pageTitle}`}</title>
      <Dialog description={subtitle} id={proposalDialogId} title="Request a Proposal">
        <LeadForm
          action={action}
          dialogId={proposalDialogId}
          id="dialog"
          kind="proposal"
          onSent={close}
          served={undefined}
        />
      </Dialog>
      {isInPage && (
        <section aria-labelledby="proposal-form-title" className="proposal-in-page-form" id="proposal-form">
          <div className="page">
            <h2 id="proposal-form-title">Request a Proposal</h2>
            <p>{subtitle}</p>
            {isSent ? (
              <SentNote kind="proposal" />
            ) : (
              <LeadForm action={action} id="page" kind="proposal" onSent={confirm} served={actionData} />
            )}
          </div>
        </section>
      )}
    </>
  );
}
