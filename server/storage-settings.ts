// Settings of file storage quotas in megabytes; converts them to bytes.
import { StartupError } from '@fairlead/backend/errors';
import { z } from 'zod';

function megabytes(example: number) {
  const message = `use a whole number of megabytes, e.g. ${example}`;
  return z.coerce.number(message).int(message).min(0, message).default(example);
}

export const storageQuotaSettings = {
  STORAGE_ACCOUNT_MB: megabytes(2000),
  STORAGE_TOTAL_MB: megabytes(20_000),
  STORAGE_RESERVE_MB: megabytes(1000),
};

const megabyte = 1024 ** 2;

/** In bytes. Throws a StartupError. */
export function readStorageQuota(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.keys(storageQuotaSettings).flatMap((name) =>
      environment[name] ? [[name, environment[name]]] : [],
    ),
  );
  const { data, error } = z.object(storageQuotaSettings).safeParse(given);
  if (data === undefined)
    throw new StartupError(`${String(error.issues[0]?.path[0])}: ${error.issues[0]?.message}`);
  return {
    account: data.STORAGE_ACCOUNT_MB * megabyte,
    total: data.STORAGE_TOTAL_MB * megabyte,
    reserve: data.STORAGE_RESERVE_MB * megabyte,
  };
}
