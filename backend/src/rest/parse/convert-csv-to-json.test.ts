import { expect, test } from 'vitest';
import { convertCsvToJson } from './convert-csv-to-json.ts';
import { joinText } from './join-text.ts';

test('a quoted field may hold ten megabytes; without a closing quote the csv is invalid', async () => {
  const values = ['x'.repeat(10_000_000), '""'.repeat(900_000), '\n,'.repeat(5_000_000)];
  for (const value of values) {
    const [row] = JSON.parse(await joinText((await convertCsvToJson(`a,b\n1,"${value}"\n`)).json)) as [
      { b: string },
    ];
    expect(row.b === value.replaceAll('""', '"')).toBe(true);
    await expect(convertCsvToJson(`a,b\n1,"${value}`)).rejects.toThrow('Invalid csv');
  }
});

test('more than a million doubled quotes are rejected, in one field or in many', async () => {
  for (const fields of [1, 20]) {
    const line = Array.from({ length: fields }, () => `"${'""'.repeat(1_000_001 / fields)}"`).join();
    await expect(convertCsvToJson(`${line}\n${line}\n`)).rejects.toThrow('more than 1000000');
  }
});
