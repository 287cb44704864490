import type { SenderDomainReport } from '../../site/app/data/server-health.ts';
import { checkConfiguredSenderDomain } from '../mail/check-sender-domain.ts';
import { defineProbe } from './probe.ts';

/** The DNS records with which receivers distinguish our mail from forged mail. */
export const senderDomain = defineProbe<SenderDomainReport>({
  name: 'sender-domain',
  read: checkConfiguredSenderDomain,
  judge: ({ domain, records }) =>
    records
      .filter(({ status }) => status === 'wrong')
      .map(({ kind, advice, publish }) => ({
        what: `${kind} of ${domain}`,
        finding: advice,
        fix: publish ? `publish as TXT: ${publish.name}  ${publish.value}` : 'correct the record',
      })),
  gauges: [],
});
