// A lead form in all its states.
import { useState, useSyncExternalStore } from 'react';
import { Form, useLocation } from 'react-router';
import { Button } from '../../ui/button.tsx';
import type { LeadFormOutcome } from './form-route.ts';
import styles from './lead-form.module.css';
import { leadFormTexts } from './lead-form-texts.ts';
import { MarketingConsentCheckbox, LeadFormFields } from './lead-form-fields.tsx';
import { leadTexts } from '../../lead/lead-texts.ts';
import type { LeadFormKind, LeadFieldProblem } from '../../lead/lead-fields.ts';
import { useLeadForm } from './use-lead-form.ts';
import { FormSentNotice } from '../page/form-sent-notice.tsx';
import { ProblemSummary } from '../../ui/problem-summary.tsx';
import { InlineToast, toastError } from '../../ui/toast.tsx';
import {
  sendUnsentLead,
  deleteUnsentLead,
  subscribeToUnsentLeads,
  joinUnsentLeadKeys,
  findUnsentLeads,
} from './unsent-leads.ts';
import { useAgency } from '../../agency/use-agency.ts';
import { linksToOpenPages } from '../../seo/site-pages.ts';
import { PageLink } from '../../ui/page-link.tsx';

export interface LeadFormProps {
  kind: LeadFormKind;
  /** prefix of the ids, because a page may have two forms */
  id: string;
  /** the target of a post without scripts */
  action: string;
  initialOutcome: LeadFormOutcome | undefined;
  /** called with the email address of the lead */
  onSent: (email: string) => void;
  /** the id of the dialog that Cancel closes, if the form is in one */
  dialogId?: string;
}

/** A plain HTML form, enhanced with scripts. */
export function LeadForm({ kind, id, action, initialOutcome, onSent, dialogId }: LeadFormProps) {
  // key of the fields: a new one renders them again with empty values when the form is reset
  const [round, setRound] = useState(0);
  const { form, problems, isBusy, failure, submit } = useLeadForm(kind, initialOutcome, onSent);
  const texts = leadTexts.submission[kind];
  const written = round === 0 && initialOutcome && 'values' in initialOutcome ? initialOutcome : undefined;
  const isPosted = initialOutcome?.outcome === 'invalid' && problems === initialOutcome.problems;
  return (
    <Form
      action={action}
      className={styles.form}
      data-screen-only=""
      method="post"
      noValidate
      onReset={() => setRound(round + 1)}
      onSubmit={submit}
      ref={form}
    >
      {isPosted && <InvalidLeadToast message={problems[0]?.message} />}
      <ProblemSummary
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- without scripts the browser gives it the focus
        autoFocus
        data-form-summary=""
        fields={toFieldLinks(id, problems)}
        title={failure}
      >
        {failure !== null && <p>{leadFormTexts.kept}</p>}
      </ProblemSummary>
      <LeadFormFields id={id} key={round} kind={kind} problems={problems} values={written?.values ?? null} />
      <MarketingConsentCheckbox id={id} isTicked={written?.consented ?? false} key={`consent ${round}`} />
      {!isBusy && (
        <UnsentNote
          kind={kind}
          onRemoved={() => form.current?.querySelector<HTMLElement>('[data-form-status]')?.focus()}
        />
      )}
      <div className={styles.foot}>
        {/* beside the button, so that its focus scrolls nothing */}
        <p className="sr-only" data-form-status="" tabIndex={-1}>
          {isBusy ? texts.busy : ''}
        </p>
        {dialogId !== undefined && (
          <Button size="public" command="close" commandfor={dialogId} variant="secondary">
            {leadFormTexts.cancel}
          </Button>
        )}
        <Button
          size="public"
          busy={isBusy}
          busyText={texts.busy}
          {...(kind === 'contact' ? { icon: 'send' } : {})}
          type="submit"
        >
          {texts.submit}
        </Button>
      </div>
    </Form>
  );
}

/** The toast after a post without scripts. */
export function InvalidLeadToast({ message }: { message: string | undefined }) {
  return <InlineToast description={message} title={leadFormTexts.invalid} variant="destructive" />;
}

/** The links of a summary to the fields. */
export function toFieldLinks(id: string, problems: readonly LeadFieldProblem[]) {
  return problems.map(({ field }) => ({ id: `${id}-${field}`, label: leadTexts.fields[field].label }));
}

/** A note that this form's text is saved on the device, with Send now and Discard. Not in the server's HTML. */
function UnsentNote({ kind, onRemoved }: { kind: LeadFormKind; onRemoved: () => void }) {
  const { pathname } = useLocation();
  const keys = useSyncExternalStore(
    subscribeToUnsentLeads,
    () => joinUnsentLeadKeys(kind, pathname),
    () => '',
  );
  const [isBusy, setIsBusy] = useState(false);
  if (keys === '') return null;

  async function sendNow() {
    setIsBusy(true);
    const results = await Promise.all(findUnsentLeads(kind, pathname).map(sendUnsentLead));
    setIsBusy(false);
    if (results.every(Boolean)) onRemoved();
    else
      toastError({ title: leadFormTexts.failed, description: leadTexts.submission[kind].failed, form: kind });
  }

  function discard() {
    for (const { key } of findUnsentLeads(kind, pathname)) deleteUnsentLead(key);
    onRemoved();
  }

  return (
    <div className={styles.unsent} data-form-summary="" tabIndex={-1}>
      <p>{leadFormTexts.unsent.text}</p>
      <div className="cluster">
        <Button
          busy={isBusy}
          busyText={leadTexts.submission[kind].busy}
          onClick={() => void sendNow()}
          variant="secondary"
        >
          {leadFormTexts.unsent.send}
        </Button>
        <Button disabled={isBusy} onClick={discard} variant="ghost">
          {leadFormTexts.unsent.discard}
        </Button>
      </div>
    </div>
  );
}

interface PageLeadFormProps {
  kind: LeadFormKind;
  id: string;
  action: string;
  /** the page's title without problems */
  title: string;
  /** whether the URL requests the confirmation */
  sent: boolean;
  /** the outcome of a post without scripts, which is older than a submission with scripts */
  outcome: LeadFormOutcome | undefined;
}

/** A form in the page, its confirmation, and the page's title, which contains problems. */
export function PageLeadForm({ kind, id, action, title, sent, outcome }: PageLeadFormProps) {
  const [isSent, setIsSent] = useState(sent && outcome === undefined);
  const [email, setEmail] = useState<string>();
  const hasProblems = !isSent && outcome !== undefined && outcome.outcome !== 'sent';

  function showConfirmation(sentFrom: string) {
    setIsSent(true);
    setEmail(sentFrom);
    requestAnimationFrame(() => document.getElementById('sent')?.focus());
  }

  return (
    <>
      <title>{hasProblems ? leadFormTexts.titleWithProblems(title) : title}</title>
      {isSent && <LeadSent email={email} kind={kind} />}
      {(!isSent || kind === 'contact') && (
        <LeadForm action={action} id={id} initialOutcome={outcome} kind={kind} onSent={showConfirmation} />
      )}
    </>
  );
}

/**
 * The note after a submission. The redirect after a post without scripts has the fragment `#sent`, the id of the
 * note. With `email`, a toast has confirmed the submission, so the note contains only the next step.
 */
function LeadSent({ kind, email }: { kind: LeadFormKind; email: string | undefined }) {
  const { sentTitle, sent } = leadTexts.submission[kind];
  const words =
    email === undefined ? { title: sentTitle, text: sent } : { title: leadFormTexts.replyTo(email) };
  const invitations = linksToOpenPages(useAgency());
  return (
    <FormSentNotice id="sent" {...words}>
      {invitations.map(({ to, label }) => (
        <PageLink className="link" key={to} to={to}>
          {label}
        </PageLink>
      ))}
    </FormSentNotice>
  );
}
