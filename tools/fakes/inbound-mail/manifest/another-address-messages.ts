import type { CorpusMessage } from '../corpus-message.ts';

/** Replies from another address than that of the request. */
export const anotherAddressMessages: CorpusMessage[] = [
  {
    id: 'other-address-token',
    is: 'Private address instead of that of the request, with the token',
    way: { joins: 'lead-ana' },
    visible: { exactly: 'Writing from home: Thursday is fine.' },
    fromAnotherAddress: true,
  },
  {
    id: 'other-address-token-only',
    is: 'Other address, token, no References',
    way: { joins: 'lead-ben' },
    visible: { exactly: 'Sent from the desk.' },
    fromAnotherAddress: true,
  },
  {
    id: 'other-address-references-only',
    is: 'Assistant answers from her own address to the agency address, References kept',
    way: { joins: 'lead-luc' },
    french: true,
    visible: { exactly: 'Luc est absent, je prends le relais.' },
    fromAnotherAddress: true,
  },
  {
    id: 'other-address-plus',
    is: "The lead's address with a plus tag",
    way: { joins: 'lead-carla-first' },
    visible: { exactly: 'English only.' },
    fromAnotherAddress: true,
  },
  {
    id: 'other-address-srs',
    is: 'Forwarded by a service that rewrites the envelope (SRS); the From is another domain',
    way: { joins: 'lead-emma-open' },
    visible: { exactly: 'From our new office address.' },
    fromAnotherAddress: true,
  },
  {
    id: 'other-address-helpdesk',
    is: 'A help desk answers for the lead, From is a ticket address, token kept',
    way: { joins: 'lead-ben' },
    visible: { includes: ['Ben says the form may stay as it is.'] },
    fromAnotherAddress: true,
  },
  {
    id: 'other-address-is-another-lead',
    is: 'Another lead answers with the token of the first: joins that thread, marked',
    way: { joins: 'lead-ana' },
    visible: { exactly: 'Ana asked me to confirm Thursday.' },
    fromAnotherAddress: true,
  },
  {
    id: 'other-address-references-of-other-lead',
    is: "A known sender answers in another lead's thread, References kept, token lost",
    way: { joins: 'lead-ana' },
    alsoRight: ['triage'],
    visible: { exactly: 'I was copied: I will be there too.' },
    fromAnotherAddress: true,
  },
  {
    id: 'other-address-french',
    is: 'Conjoint qui répond de son adresse, avec le jeton',
    way: { joins: 'lead-genevieve' },
    french: true,
    visible: { exactly: 'Geneviève vous rappellera lundi.' },
    fromAnotherAddress: true,
  },
];
