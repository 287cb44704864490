// The owner command: prints a one-time link to create the first owner account.
import { formatCommandLine } from '@fairlead/backend/errors';
import { createOwnerLink } from '../create-owner-link.ts';
import type { CommandCall } from './command-declaration.ts';
import { printResult } from './print-result.ts';
import { checkEmailArgument, withBackend } from './with-backend.ts';

export async function printOwnerLink({ args: [email], environment }: CommandCall): Promise<void> {
  if (email !== undefined) checkEmailArgument(email);
  await withBackend(environment, async (config, connected) => {
    const link = await createOwnerLink(config, connected, email);
    if (!link)
      throw new Error(
        `there is already an owner; to give someone a role: ${formatCommandLine('staff', 'EMAIL ROLE')}`,
      );
    await printResult(
      `Open this within 30 minutes${email ? ` and sign up or sign in as ${email}` : ' and sign up or sign in there'}; it works once:\n${link}\n`,
      `for another link: ${formatCommandLine('owner')}`,
    );
  });
}
