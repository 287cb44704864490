// `npm run owner -- you@example.com`: prints the one-time link that makes an account the first owner.
import { makeOwnerLink } from '../server/owner-link.ts';
import { runVerb } from './with-backend.ts';

export async function printOwnerLink([email]: string[]): Promise<void> {
  await runVerb(async (settings, engine) => {
    if (email !== undefined && !/^[^@\s]+@[^@\s]+$/.test(email)) {
      throw new Error(
        `${JSON.stringify(email)} is not an email address; use: npm run owner -- you@example.com`,
      );
    }
    const link = await makeOwnerLink(settings, engine, email);
    if (!link) throw new Error('there is an owner already; give roles with: npm run staff -- EMAIL ROLE');
    process.stdout.write(
      `Open this within 30 minutes${email ? ` and sign up or sign in as ${email}` : ' and sign up or sign in there'}; it works once:\n${link}\n`,
    );
  });
}
