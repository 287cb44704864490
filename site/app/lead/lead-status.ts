// Defines the lead statuses with their label, badge variant, badge shape.
import { defineTexts } from '../texts/define-texts.ts';

/** The five statuses, in the order of the selector. Any change between them is permitted. */
export const leadStatuses = ['new', 'contacted', 'in_conversation', 'qualified', 'not_interested'] as const;
export type LeadStatus = (typeof leadStatuses)[number];

const labels: Record<LeadStatus, string> = defineTexts({
  new: 'New',
  contacted: 'Contacted',
  in_conversation: 'In Conversation',
  qualified: 'Qualified',
  not_interested: 'Not Interested',
});

/** The specification's filter has no Not Interested option; a separate toggle finds those leads. */
export const filterableLeadStatuses = leadStatuses.filter((status) => status !== 'not_interested');

export function isLeadStatus(value: string | null | undefined): value is LeadStatus {
  return leadStatuses.some((status) => status === value);
}

/** An empty status means new. */
export function leadStatusOrNew(value: string | null | undefined): string {
  return value || 'new';
}

/** An unknown status is made readable: "on_hold" becomes "On hold". */
export function leadStatusLabel(value: string | null | undefined): string {
  const status = leadStatusOrNew(value);
  if (isLeadStatus(status)) return labels[status];
  const words = status.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export type LeadStatusVariant = 'default' | 'secondary' | 'outline';
export type LeadStatusShape = 'square' | 'circle' | 'dot' | 'ring' | 'struck';

export function leadStatusVariant(value: string | null | undefined): LeadStatusVariant {
  const status = leadStatusOrNew(value);
  if (status === 'new') return 'default';
  return status === 'qualified' ? 'outline' : 'secondary';
}

const shapes: Record<LeadStatus, LeadStatusShape> = {
  new: 'square',
  contacted: 'circle',
  in_conversation: 'dot',
  qualified: 'ring',
  not_interested: 'struck',
};

/** A shape beside the text, so that a status is never shown only by colour. */
export function leadStatusShape(value: string | null | undefined): LeadStatusShape {
  const status = leadStatusOrNew(value);
  return isLeadStatus(status) ? shapes[status] : 'circle';
}
