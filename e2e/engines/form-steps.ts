import { byLabel, byRole } from './engine.ts';
import type { Step, Walk } from './walk.ts';

const firstTime = `document.querySelector('input[name=slot]').labels[0]`;
const isOnProblems = `document.activeElement?.getAttribute('role') === 'alert'`;

/** Sends the form as a browser without scripts does: no listener is called. */
async function sendPlainly({ engine }: Walk, form: string): Promise<void> {
  await engine.evaluate(`${form}.submit()`);
}

/** What visitors send besides the two forms of a lead: each form once without scripts. */
export const formSteps: Step[] = [
  {
    title: 'the contact form sent without scripts comes back with its problems, which have the focus',
    async run(walk) {
      await walk.open('/contact');
      await sendPlainly(walk, `document.querySelector('main form')`);
      await walk.waitFor(isOnProblems);
      await walk.checkAxe();
    },
  },
  {
    title: 'a consultation is booked with scripts and moved without them',
    async run(walk) {
      await walk.openHydrated('/book');
      await walk.engine.click(firstTime);
      await walk.engine.type(byLabel(/^name/i), 'Fern Fox');
      await walk.engine.type(byLabel(/^email/i), `book@${walk.engine.name.toLowerCase()}.example`);
      await walk.engine.click(byRole('button', /book this time/i));
      const says = (words: string) => `document.querySelector('h1')?.textContent.includes('${words}')`;
      await walk.waitFor(says('is booked'));
      await walk.checkAxe();
      await walk.engine.evaluate(`(document.querySelectorAll('input[name=slot]')[5].checked = true)`);
      await sendPlainly(walk, `document.querySelector('input[name=slot]').form`);
      await walk.waitFor(says('has a new time'));
      await walk.checkAxe();
    },
  },
  {
    title: 'the page of a conversation says what is missing and takes an answer',
    async run(walk) {
      const admin = walk.product.admin();
      const email = `thread@${walk.engine.name.toLowerCase()}.example`;
      const { data: lead } = await admin
        .from('leads')
        .insert({ name: 'Ana Roy', email, message: 'Could you look at our form?' })
        .select('id')
        .single()
        .throwOnError();
      const { data } = await admin.rpc('conversation_for_mail', { lead: lead.id }).throwOnError();
      await walk.open(`/conversation/${(data as { token: string }).token}`);
      await walk.checkAxe();
      await walk.engine.click(byRole('button', /send answer/i));
      await walk.waitFor(isOnProblems);
      await walk.engine.type(byLabel(/your answer/i), 'Thursday works for us.');
      await walk.engine.click(byRole('button', /send answer/i));
      await walk.waitFor(`document.activeElement?.id === 'sent'`);
      await walk.waitFor(`document.querySelector('main').innerText.includes('Thursday works for us.')`);
      await walk.checkAxe();
    },
  },
];
