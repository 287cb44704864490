import { readPhoneNumber } from '../../../contact/phone-number.ts';
import { browserClient } from '../../../data/browser-client.ts';
import { leadsKey } from '../leads-key.ts';

export interface Contact {
  email: string;
  phone: string;
}

/** The newest request of this address or number, and how many there are; null where there is none. */
async function readKnown({ email, phone }: Contact) {
  const { data } = await browserClient()
    .rpc('known_requests', { email: email.trim(), phone: readPhoneNumber(phone) ? phone.trim() : '' })
    .throwOnError();
  return data[0] ?? null;
}

export function knownRequests(contact: Contact) {
  return {
    queryKey: [...leadsKey, 'known', contact.email.trim().toLowerCase(), contact.phone.trim()],
    queryFn: () => readKnown(contact),
    enabled: contact.email.includes('@') || readPhoneNumber(contact.phone) !== null,
  };
}
