// Settings of file storage quotas in megabytes; converts them to bytes.
import { wholeNumber } from './setting-forms.ts';

function megabytes(example: number) {
  return wholeNumber(`use a whole number of megabytes, e.g. ${example}`, 0, 999_999_999).default(example);
}

export const storageQuotaSettings = {
  STORAGE_ACCOUNT_MB: megabytes(2000),
  STORAGE_TOTAL_MB: megabytes(20_000),
  STORAGE_RESERVE_MB: megabytes(1000),
};

const megabyte = 1024 ** 2;

type StorageSettings = Record<keyof typeof storageQuotaSettings, number>;

/** In bytes. */
export function storageQuotaOf(settings: StorageSettings) {
  return {
    account: settings.STORAGE_ACCOUNT_MB * megabyte,
    total: settings.STORAGE_TOTAL_MB * megabyte,
    reserve: settings.STORAGE_RESERVE_MB * megabyte,
  };
}
