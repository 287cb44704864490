import { describe, expect, test } from 'vitest';
import { toServerAgency } from '../../agency/agency.ts';
import { renderLegalText } from './legal-text.server.ts';

describe('B-412 one field promises when a person replies', () => {
  const sentences = (facts: object) => {
    const { agency, home, legal } = toServerAgency({ facts, texts: {} });
    const statement = renderLegalText(`## Tell us\n\n${legal.accessibilityContact}`, agency).html;
    const { contactSteps, serviceClosing } = agency;
    return { home, statement, contactSteps, serviceClosing };
  };

  test('statement, contact page, services and home page promise the same', () => {
    const { home, statement, contactSteps, serviceClosing } = sentences({ replyDays: 2 });
    expect(statement).toContain('A real person reads your message within two business days and tells you');
    expect(contactSteps[0]).toBe('A real person reads your message within two business days.');
    expect(serviceClosing).toContain("We'll reply within two business days.");
    expect(home.closingText).toContain('replies within two business days with a plan');
    expect(home.heroFigure2).toBe('2 days');
  });

  test('the default is that of the specification', () => {
    const { home, statement, contactSteps } = sentences({});
    expect(statement).toContain('A real person reads your message the same business day and tells you');
    expect(contactSteps[0]).toBe('A real person reads your message the same business day.');
    expect(home.closingText).toContain(
      'A real person replies within one business day with a plan and a price.',
    );
    expect(home.heroFigure2).toBe('1 day');
  });

  test('without a promise its sentences are gone, and the others stay', () => {
    const { home, statement, contactSteps, serviceClosing } = sentences({ replyDays: 0 });
    expect(statement).toContain('tell us which page it was and what you use to browse.</p>');
    expect(contactSteps).toHaveLength(2);
    expect(contactSteps[0]).toMatch(/^An account manager replies/);
    expect(serviceClosing).toBe('Tell us what you need in a line or two.');
    expect(home.closingText).toBe('Tell us where you are and where you want to be.');
    expect(home.heroFigure2).toBe('');
    const all = JSON.stringify([home, statement, contactSteps, serviceClosing]);
    expect(all).not.toMatch(/business day|\{\{|reads your message/);
  });
});
