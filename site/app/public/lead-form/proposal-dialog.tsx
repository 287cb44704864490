// The dialog of the proposal form with the button that opens it.
import { useLocation } from 'react-router';
import { Dialog } from '../../ui/dialog.tsx';
import { leadFormTexts as t } from './lead-form-texts.ts';
import { LeadForm, PageLeadForm } from './lead-form.tsx';
import styles from './lead-form.module.css';
import { classNames } from '../../ui/class-names.ts';
import type { LeadFormUrlState, LeadFormOutcome } from './form-route.ts';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';

export interface ProposalDialogProps {
  /** missing on an app's page, because a proposal is for a service */
  serviceName?: string;
  pageTitle: string;
  form: LeadFormUrlState;
  actionData: LeadFormOutcome | undefined;
}

/** The proposal form in its dialog, or without scripts in the page: with `?proposal`, or after a post. */
export function ProposalDialog({ serviceName, pageTitle, form, actionData }: ProposalDialogProps) {
  const { pathname } = useLocation();
  const subtitle = serviceName === undefined ? t.proposal.subtitle : t.proposal.subtitleOf(serviceName);
  const action = `${pathname}?proposal=#proposal-form`;

  function close() {
    (document.getElementById(proposalDialogId) as HTMLDialogElement | null)?.close();
  }

  return (
    <>
      <Dialog description={subtitle} id={proposalDialogId} title={t.proposal.title}>
        <LeadForm
          action={action}
          dialogId={proposalDialogId}
          id="dialog"
          initialOutcome={undefined}
          kind="proposal"
          onSent={close}
        />
      </Dialog>
      {form.inPage || actionData !== undefined ? (
        <section aria-labelledby="proposal-form-title" className="band" id="proposal-form">
          <div className={classNames('page', styles.section)}>
            <div>
              <h2 className="mb-16" id="proposal-form-title">
                {t.proposal.title}
              </h2>
              <p>{subtitle}</p>
            </div>
            <PageLeadForm
              action={action}
              id="page"
              kind="proposal"
              outcome={actionData}
              sent={form.sent}
              title={pageTitle}
            />
          </div>
        </section>
      ) : (
        <title>{pageTitle}</title>
      )}
    </>
  );
}

const proposalDialogId = 'proposal';

/** Opens the dialog, even before hydration. If the browser can do neither, the form is shown in the page. */
export function ProposalButton({ variant, children }: { variant?: 'primary' | 'buff'; children: ReactNode }) {
  return (
    <>
      <Button
        size="public"
        command="show-modal"
        commandfor={proposalDialogId}
        {...(variant ? { variant } : {})}
      >
        {children}
      </Button>
      <noscript>
        <a className="block mt-12 underline" href="?proposal=#proposal-form">
          {t.proposal.inPage}
        </a>
      </noscript>
    </>
  );
}
