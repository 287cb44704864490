import { conversationPath, makeLead } from '../product/staff.ts';
import type { Steps, Walk } from './walk.ts';

const firstTime = `document.querySelector('input[name^=slot]').labels[0]`;
const isOnProblems = `document.activeElement?.getAttribute('role') === 'alert'`;
const chooseLastTime = `
  const time = [...document.querySelectorAll('input[name^=slot]')].at(-1);
  document.querySelector('[name=day][value="' + time.name.slice(5) + '"]').checked = time.checked = true;
`;

/** Submits the form like a browser without scripts: no listener is called. */
async function sendPlainly({ engine }: Walk, form: string): Promise<void> {
  await engine.evaluate(`${form}.submit()`);
}

function headingHas(words: string): string {
  return `document.querySelector('h1')?.textContent.includes('${words}')`;
}

/** Submissions of visitors other than the two forms for leads: each form once without scripts. */
export const formSteps: Steps = {
  async 'the contact form sent without scripts comes back with its problems, which have the focus'(walk) {
    await walk.open('/contact');
    await sendPlainly(walk, `document.querySelector('main form')`);
    await walk.waitFor(isOnProblems);
    await walk.checkAxe();
  },
  async 'a consultation is booked with scripts and moved without them'(walk) {
    await walk.openHydrated('/book');
    await walk.engine.click(firstTime);
    await walk.type(/^name/i, 'Fern Fox');
    await walk.type(/^email/i, walk.emailOf('book'));
    await walk.click('button', /book this time/i);
    await walk.waitFor(headingHas('is booked'));
    await walk.checkAxe();
    await walk.engine.evaluate(`(() => {${chooseLastTime}})()`);
    await sendPlainly(walk, `document.querySelector('input[name=day]').form`);
    await walk.waitFor(headingHas('has a new time'));
    await walk.checkAxe();
  },
  async 'the page of a conversation says what is missing and takes an answer'(walk) {
    const { id } = await makeLead(walk.product, { email: walk.emailOf('thread') });
    await walk.open(await conversationPath(walk.product, id));
    await walk.checkAxe();
    await walk.click('button', /send reply/i);
    await walk.waitFor(`document.activeElement?.ariaInvalid === 'true'`);
    await walk.type(/your reply/i, 'Thursday works for us.');
    await walk.click('button', /send reply/i);
    await walk.waitFor(`document.activeElement?.id === 'sent'`);
    await walk.waitFor(`document.querySelector('main').innerText.includes('Thursday works for us.')`);
    await walk.checkAxe();
  },
};
