import callable from './callable-functions.json' with { type: 'json' };

/** By role; functions that are not listed are called only inside the database. */
export const callableFunctions = {
  anon: callable.byAll,
  authenticated: [...callable.byAll, ...callable.byAccounts].toSorted(),
};
