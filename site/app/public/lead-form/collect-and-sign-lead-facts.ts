// Collects what the server knows about a submission into a signed header; scores spam signals.
import { createHmac } from 'node:crypto';
import type { RouterContextProvider } from 'react-router';
import { backendContext } from '../../data/backend-context.ts';
import { faultLoggerContext, visitorContext } from '../../data/request-contexts.ts';
import { readMarketingConsent } from '../../lead/consent.ts';
import { readSignedFormAgeMs } from './intake/signed-form-time.server.ts';
import { readLeadTrafficSource } from './intake/lead-traffic-source.server.ts';
import type { HiddenFields } from './receive-visitor-form.ts';
import { suspicionTexts } from './lead-form-texts.ts';

/** Never a URL with a host. With scripts, the router posts to the path with `.data` at its end. */
export function pagePathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/\.data$/, '').replace(/^\/+/, '/');
}

const maxPathLength = 200;

/**
 * A header with facts about a submission, signed, and bound to the kind of form and to `content`, the hash of what was
 * submitted. The visitor's address is hashed with the key, so that the database never contains it. A submission is
 * stored even without the header, so no error here may prevent that.
 */
export function collectAndSignLeadFacts(
  context: Readonly<RouterContextProvider>,
  request: Request,
  form: string,
  { key, honeypot, hint, visit, consent }: HiddenFields,
  content: string,
): Record<string, string> {
  try {
    const { headerKey, previousHeaderKey, agency } = context.get(backendContext);
    const headerKeys = previousHeaderKey ? [headerKey, previousHeaderKey.value] : [headerKey];
    const sign = (text: string) => createHmac('sha256', headerKey).update(text).digest('hex');
    const { address } = context.get(visitorContext);
    const path = pagePathOf(request);
    const facts = {
      form,
      key,
      path: path.slice(0, maxPathLength),
      address: address === null ? null : sign(`address ${address}`).slice(0, 32),
      source: readLeadTrafficSource(visit, request, path),
      consent: readMarketingConsent(consent, agency.last().agency),
      ...scoreSpamSignals({ honeypot, ageMs: readSignedFormAgeMs(hint, headerKeys, Date.now()) }),
      content,
    };
    const payload = Buffer.from(JSON.stringify(facts)).toString('base64');
    return { 'x-lead-facts': `${payload}.${sign(payload)}` };
  } catch (error) {
    context.get(faultLoggerContext)('lead_facts.not_signed', error);
    return {};
  }
}

interface SpamSignals {
  /** the value of the hidden field */
  honeypot: string;
  /** time since the form was first touched; null if unknown, which adds no points */
  ageMs: number | null;
}

/** From 5 points on, the database quarantines the lead (private.receive_lead). */
const points = { honeypot: 5, fast: 2, human: -2 } as const;
const fastestHumanMs = 2_000;
const humanMs = 4_000;
const longestVisitMs = 24 * 60 * 60 * 1_000;

/**
 * Scores a submission. A filled honeypot leads to quarantine, unless the form was open as long as a person needs:
 * then an autofill tool of the visitor may have filled it in.
 */
export function scoreSpamSignals({ honeypot, ageMs }: SpamSignals): { score: number; reasons: string[] } {
  const reasons: string[] = [];
  let score = 0;
  if (honeypot.trim() !== '') {
    score += points.honeypot;
    reasons.push(suspicionTexts.honeypot);
  }
  if (ageMs !== null && ageMs < fastestHumanMs) {
    score += points.fast;
    reasons.push(suspicionTexts.fast);
  }
  if (ageMs !== null && ageMs >= humanMs && ageMs < longestVisitMs) score += points.human;
  return { score, reasons };
}
