import type { Session, SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../site/app/data/database-types.ts';
import type { Product } from './product.ts';

export const accountPassword = 'a long enough phrase';

/** An account signed up through the protocol, with the real client that holds its session. */
export interface Account {
  email: string;
  session: Session;
  client: SupabaseClient<Database>;
}

let accounts = 0;

export async function signUpAccount(product: Product, fullName = 'Maude Tremblay-Okoye'): Promise<Account> {
  accounts += 1;
  const email = `maude-${process.pid}-${accounts}@fairlead.example`;
  const client = product.visitor();
  const { data, error } = await client.auth.signUp({
    email,
    password: accountPassword,
    options: { data: { full_name: fullName } },
  });
  if (error || !data.session) throw new Error(`no session for ${email}: ${error?.message}`);
  return { email, session: data.session, client };
}

/** An account that owns the agency of a running product. */
export async function makeOwner(product: Product, fullName = 'Odile Owner'): Promise<Account> {
  const owner = await signUpAccount(product, fullName);
  await giveRole(product, owner, 'owner');
  return owner;
}

export async function giveRole(product: Product, { session }: Account, role: string): Promise<void> {
  await product.admin.from('staff').insert({ user_id: session.user.id, role }).throwOnError();
}
