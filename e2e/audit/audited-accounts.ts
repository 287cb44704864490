import { accountPassword, giveRole, makeOwner, signUpAccount, type Account } from '../product/accounts.ts';
import { enrollAuthenticator } from '../product/enroll-authenticator.ts';
import type { Product } from '../product/product.ts';
import { runSql } from '../product/run-sql.ts';

async function makeWithRole(product: Product, name: string, role: string): Promise<Account> {
  const account = await signUpAccount(product, name);
  await giveRole(product, account, role);
  return account;
}

/** An account whose session has used its authenticator app. */
async function withVerifiedFactor(account: Account): Promise<Account> {
  await enrollAuthenticator(account);
  const { data } = await account.client.auth.getSession();
  if (!data.session) throw new Error(`${account.email} has no session`);
  return { ...account, session: data.session };
}

const makers = {
  owner: (product: Product) => makeOwner(product, 'Maya Tremblay'),
  colleague: (product: Product) => makeWithRole(product, 'Benedict Featherstonehaugh', 'agent'),
  /** Waits until an owner gives it a role. */
  newcomer: (product: Product) => signUpAccount(product, 'Théo Roy'),
  /** A viewer, also where all staff must have a second factor. */
  viewer: async (product: Product) => withVerifiedFactor(await makeWithRole(product, 'Vera Nowak', 'viewer')),
  /** Whose link opens where another account is signed in. */
  mallory: (product: Product) => signUpAccount(product, 'Mallory Reid'),
  /** Has recovery codes, and may create new ones. */
  'with recovery codes': async (product: Product) => {
    const account = await withVerifiedFactor(await signUpAccount(product));
    await account.client.rpc('make_recovery_codes').throwOnError();
    return account;
  },
  /** Has an authenticator app and a security key, and its session has used neither. */
  'without its second factor': signUpWithoutSecondFactor,
};

async function signUpWithoutSecondFactor(product: Product): Promise<Account> {
  const account = await signUpAccount(product);
  await enrollAuthenticator(account);
  await runSql(
    product,
    `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status) values ($1, 'USB key', 'webauthn', 'verified')`,
    [account.session.user.id],
  );
  return signInAgain(product, account);
}

/** Signs in with the password alone. */
async function signInAgain(product: Product, { email }: Account): Promise<Account> {
  const client = product.visitor();
  const { data, error } = await client.auth.signInWithPassword({ email, password: accountPassword });
  if (error) throw error;
  return { email, session: data.session, client };
}

export type AuditedAccount = keyof typeof makers;

const made = new WeakMap<Product, Map<AuditedAccount, Promise<Account>>>();

/** An account of a product; the first call signs it up. */
export function auditedAccount(product: Product, name: AuditedAccount): Promise<Account> {
  const accounts = made.get(product) ?? new Map<AuditedAccount, Promise<Account>>();
  made.set(product, accounts);
  const account = accounts.get(name) ?? makers[name](product);
  accounts.set(name, account);
  return account;
}
