import type { Product } from '../product/product.ts';

/** Realistic lengths of names: 9 to 24 letters. */
const people = [
  'Noor Haddad',
  'Geneviève Lévesque',
  'Christopher Macdonald',
  'Priya Raman',
  'Jean-Sébastien Bouchard',
  'Olivia Nakashima',
  'Amarjit Dhaliwal',
  'Katherine Fitzpatrick',
  'Étienne Brossard',
  'Maxwell Oyelaran',
  'Siobhán O’Callaghan',
  'Alexandra Wojciechowska',
  'Tom Ng',
  'Marie-Claude Desrochers',
  'Benjamin Sutherland',
  'Fatima El-Amrani',
];

/** 17 to 34 letters, 25 in the middle. */
const companies = [
  'Moosewick Dental',
  'Kelpbridge Credit Union',
  'Upper Wickett Public Library',
  'Tamarind Falls Transit',
  'Bannock & Brine Foods Ltd.',
  'Clinique dentaire du Plateau',
  'Snowgoose & Sons Plumbing',
  'Lanternfish Robotics Inc.',
  'Rideau Family Physiotherapy',
  'Northern Lights Veterinary Hospital',
  'Quillwater Law Professional Corp.',
];

/** Messages of 300 characters, the most that a card shows. */
const messages = [
  'We renew our site in the spring and would like to fix the booking form first, because every third call is about it. What would an audit of twelve pages look like, how long does it take, and could we see a sample of the list that we would get? Our budget is decided in the second week of December, so.',
  'Bonjour, notre formulaire perd des gens à la deuxième étape, surtout sur téléphone, et nous ne savons pas pourquoi. Pourriez-vous nous proposer une date pour en parler, et nous dire ce que vous auriez besoin de voir avant ? Nous avons trois succursales et un site en deux langues, refait il y a un an.',
  'Do you take on one-page sites? Ours is for a bakery with two ovens and no time, and people call to ask when we open although it is written there in large letters. We would like them to find us on a map, to order a cake for Saturday without calling, and to read all of it on a phone that is quite old.',
  'Two patients told us they can’t get through our form with a screen reader, and our last agency never answered. Could somebody call on Thursday between ten and noon, and tell us what is wrong in words that a board of directors understands? There are five of them, they meet on the first Monday of May.',
];

const statuses = [
  'new',
  'new',
  'new',
  'contacted',
  'in_conversation',
  'qualified',
  'not_interested',
] as const;
const dayMs = 86_400_000;

function at<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

function emailOf(name: string, company: string): string {
  const plain = (text: string) =>
    text
      .normalize('NFD')
      .toLowerCase()
      .replace(/[^a-z ]/g, '');
  const [first = '', last = ''] = plain(name).split(' ');
  return `${first}.${last}@${plain(company).split(' ')[0]}.example`;
}

/**
 * Fills the inbox like a month of work: names, companies and services of realistic lengths, in every status, some with
 * several messages, some with a billing customer. The sample leads are older than all of them.
 */
export async function makeOrdinaryLeads(product: Product, count = 200): Promise<void> {
  const admin = product.admin;
  const { data: services } = await admin.from('services').select('id').order('name').throwOnError();
  const now = Date.now();
  const { data: leads } = await admin
    .from('leads')
    .insert(
      Array.from({ length: count }, (_, index) => {
        const name = at(people, index);
        const company = at(companies, index);
        const status = at(statuses, index);
        return {
          name,
          email: emailOf(name, company),
          company,
          phone:
            index % 9 === 4 ? '604-555-0112 x204' : `604-555-${String(100 + (index % 100)).padStart(4, '0')}`,
          message: at(messages, index),
          service_id: index % 6 === 5 ? null : at(services, index).id,
          status,
          created_at: new Date(now - (index * dayMs) / 7).toISOString(),
          ...(status === 'qualified'
            ? { stripe_customer_id: `practice_${index}`, stripe_synced_at: new Date(now).toISOString() }
            : {}),
        };
      }),
    )
    .select('id, status')
    .throwOnError();
  const written = leads.filter(({ status }) => status !== 'new');
  await admin
    .from('lead_messages')
    .insert(
      written.map(({ id }, index) => ({
        lead_id: id,
        message: at(messages, index),
        sender_type: index % 3 === 0 ? 'prospect' : 'admin',
      })),
    )
    .throwOnError();
}
