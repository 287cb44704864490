import { commandLine } from '@fairlead/backend/errors/command-line.ts';
import type { Environment } from '../server/config.ts';
import { createOwnerLink } from '../server/create-owner-link.ts';
import { withBackend } from './with-backend.ts';

/** `npm run owner -- you@example.com`: prints a one-time link. */
export async function owner([email]: string[], environment: Environment): Promise<void> {
  await withBackend(environment, async (config, connected) => {
    if (email !== undefined && !/^[^@\s]+@[^@\s]+$/.test(email)) {
      throw new Error(
        `${JSON.stringify(email)} is not an email address; use: ${commandLine('owner', 'you@example.com')}`,
      );
    }
    const link = await createOwnerLink(config, connected, email);
    if (!link)
      throw new Error(`there is an owner already; give roles with: ${commandLine('staff', 'EMAIL ROLE')}`);
    process.stdout.write(
      `Open this within 30 minutes${email ? ` and sign up or sign in as ${email}` : ' and sign up or sign in there'}; it works once:\n${link}\n`,
    );
  });
}
