import { useState } from 'react';
import { impliedConsentEnd } from '../../../lead/consent.ts';
import { Button } from '../../../ui/button.tsx';
import { RichText } from '../../../texts/rich-text.tsx';
import { showError } from '../../screen/show-error.ts';
import { useAnnounce } from '../announcer.tsx';
import { formatLeadDay } from '../lead-time.tsx';
import type { Lead } from '../read-lead-page.ts';
import styles from '../lead-card.module.css';
import { useSetRefused } from './opt-outs.ts';
import { originTexts } from './origin-texts.ts';

const t = originTexts.consent;

/** The strongest first: that they opted out, then what was agreed to, then what a request implies. */
function describeConsent(lead: Lead, now: Date): string[] {
  const { optOut, consent_at: agreedAt, consent_text: agreed, source_path: page } = lead;
  if (optOut) {
    const day = formatLeadDay(optOut.since);
    return [optOut.by_link ? t.refusedByLink(day) : t.refusedByHand(day), t.answersOnly];
  }
  if (agreedAt !== null && agreed !== null)
    return [t.agreed(formatLeadDay(agreedAt), page ?? ''), t.quote(agreed)];
  if (lead.asked_for_contact === false) return [t.notAsked];
  const end = impliedConsentEnd(lead.created_at);
  const day = formatLeadDay(end.toISOString());
  return [end > now ? t.implied(day) : t.impliedEnded(day)];
}

/** Whether this person may be emailed, and why. */
export function LeadConsent({ lead }: { lead: Lead }) {
  const announce = useAnnounce();
  const [now] = useState(() => new Date());
  const form = `consent-${lead.id}`;
  const change = useSetRefused(
    (refused) => announce(refused ? t.nowRefused(lead.name) : t.nowAllowed(lead.name)),
    (error) => showError(error, form),
  );
  const isRefused = lead.optOut !== null;
  return (
    <div className={styles.consent}>
      {describeConsent(lead, now).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {lead.email !== null && (
        <Button
          busy={change.isPending}
          busyText={t.busy}
          onClick={() => change.mutate({ lead: lead.id, refused: !isRefused })}
          variant="ghost"
        >
          <RichText text={isRefused ? t.allow(lead.name) : t.refuse(lead.name)} />
        </Button>
      )}
    </div>
  );
}
